import { keepTogether, portsOf, start } from '../../scripts/stack.ts'
import { startOtherStore } from './other-store.ts'

/** The storefront on a store API that is not ours, on every `*.localhost`; nothing is cached. */
const { api, environment } = portsOf(process.env)

await startOtherStore(Number(api))
keepTogether([start('node', ['src/server/index.ts'], { ...environment, PAGE_CACHE: 'off' })])
