import type { ChildProcess } from 'node:child_process'

import { DEMO_PASSWORD, DEMO_STAFF, demoEmail } from '../demo/staff.ts'
import { loadEnvFile } from '@tanabana/node/environment.ts'
import { loadPictures } from './processes/load-pictures.ts'
import {
  buildWhenStale,
  exitWithNpm,
  finished,
  superviseTogether,
  requireFreePorts,
  portsOf,
  purgeEnvironment,
  waitForSuccess,
  waitUntilListening,
  start,
  STOREFRONT,
} from './processes/dev-processes.ts'

/** `npm start`: builds, migrates, seeds the demo shops and serves them. */
exitWithNpm()
loadEnvFile()
const { api, storefront, environment: ports } = portsOf(process.env)
/** Hides routine log lines, so that the addresses below stay in view. */
const LOG_LEVEL = process.env.LOG_LEVEL ?? 'warn'
const environment = { ...ports, ...purgeEnvironment(storefront), LOG_LEVEL, PAYMENT_SANDBOX: 'on' }

try {
  await requireFreePorts({ PORT: storefront, API_PORT: api })
  await buildWhenStale()
  await finished(start('node', ['scripts/seed.ts'], environment))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

// The storefront opens its port when the API is ready: its first page is that of a shop with products.
const apiProcess = start('node', ['cli/serve.ts'], environment)
const supervise = superviseTogether([apiProcess])
const storefrontProcess = await startStorefront().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  // superviseTogether stops what still runs.
  apiProcess.kill()
  return undefined
})
if (storefrontProcess) {
  console.log(`
The demo shops are open:
  Tanabana   http://localhost:${storefront}/
  Dhaaga     http://dhaaga.localhost:${storefront}/
Their consoles: http://localhost:${api}/admin/ and http://dhaaga.localhost:${api}/admin/
  Demo staff: ${DEMO_STAFF.map(({ role }) => demoEmail(role, 'tanabana')).join(', ')}
  (at dhaaga.example for Dhaaga), password ${DEMO_PASSWORD}
The store API describes itself at http://localhost:${api}/api/v1/docs
Stop with Ctrl+C.
`)
  // In the background: a picture that is not converted yet is converted when a shopper asks for it.
  try {
    for (const host of ['localhost', 'dhaaga.localhost']) await loadPictures(storefront, host)
  } catch (error) {
    // Ctrl+C ends the storefront, too.
    if (!storefrontProcess.killed) console.error(error)
  }
}

async function startStorefront(): Promise<ChildProcess> {
  await waitUntilListening(apiProcess)
  // The first responses of a new process are slow, on a busy machine slower than a page waits for its API.
  for (const path of ['/storeInfo', '/products'])
    await waitForSuccess(`http://localhost:${api}/api/v1${path}`)
  const started = start('node', STOREFRONT, environment)
  supervise(started)
  await waitUntilListening(started)
  for (const path of ['/?wait=1', '/']) await waitForSuccess(`http://localhost:${storefront}${path}`)
  return started
}
