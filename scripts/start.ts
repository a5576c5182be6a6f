import {
  buildWhenStale,
  endWithNpm,
  finished,
  keepTogether,
  needFreePorts,
  portsOf,
  publishing,
  ready,
  start,
  STOREFRONT,
} from './stack.ts'

/** `npm start`: builds, migrates, seeds the demo shops and serves them. */
endWithNpm()
const { api, storefront, environment: ports } = portsOf(process.env)
/** Who tries the shop out reads the addresses below, not a line for each thing that went well. */
const LOG_LEVEL = process.env.LOG_LEVEL ?? 'warn'
const environment = { ...ports, ...publishing(storefront), LOG_LEVEL, PAYMENT_SANDBOX: 'on' }

try {
  await needFreePorts({ PORT: storefront, API_PORT: api })
  await buildWhenStale()
  await finished(start('node', ['api/cli/index.ts', 'seed'], environment))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

const servers = [start('node', ['api/index.ts'], environment), start('node', STOREFRONT, environment)]
keepTogether(servers)
const haveStarted = await Promise.all(servers.map(ready)).then(
  () => true,
  // The server has said why, and the other ends with it.
  () => false,
)
if (haveStarted) {
  console.log(`
The demo shops are open:
  Tanabana   http://localhost:${storefront}/
  Dhaaga     http://dhaaga.localhost:${storefront}/
The store API describes itself at http://localhost:${api}/api/v1/docs
Stop with Ctrl+C.
`)
}
