import { loadEnvFile } from '@tanabana/node/environment.ts'
import {
  buildConsoleWhenStale,
  exitWithNpm,
  finished,
  superviseTogether,
  requireFreePorts,
  portsOf,
  start,
} from './processes/dev-processes.ts'

/** `npm run dev`: the demo shops, reloaded on every edit, without caches. */
exitWithNpm()
loadEnvFile()
const { api, storefront, environment: ports } = portsOf(process.env)
const environment = { ...ports, PAYMENT_SANDBOX: 'on' }

try {
  await requireFreePorts({ PORT: storefront, API_PORT: api })
  await buildConsoleWhenStale()
  await finished(start('node', ['scripts/seed.ts'], environment))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

superviseTogether([
  start('node', ['--watch', 'cli/serve.ts'], environment),
  start('astro', ['dev', '--port', storefront], { ...environment, PAGE_CACHE: 'off' }),
])
