import { finished, keepTogether, portsOf, start } from './stack.ts'

/** `npm run dev`: the demo shops with pages and API that follow every edit. Nothing is cached. */
const { storefront, environment } = portsOf(process.env)

await finished(start('node', ['api/cli/index.ts', 'seed'], environment))
keepTogether([
  start('node', ['--watch', 'api/index.ts'], environment),
  start('astro', ['dev', '--port', storefront], { ...environment, PAGE_CACHE: 'off' }),
])
