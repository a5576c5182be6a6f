import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  finished,
  superviseTogether,
  portsOf,
  purgeEnvironment,
  start,
  STOREFRONT,
} from '../../scripts/dev-processes.ts'

/** The real stack with the demo shops on a temporary database. */
const dataDirectory = mkdtempSync(join(tmpdir(), 'tanabana-e2e-'))
const { storefront, environment: ports } = portsOf(process.env)
const environment = {
  ...ports,
  ...purgeEnvironment(storefront),
  DATA_DIR: dataDirectory,
  IMAGE_CACHE_DIR: join(dataDirectory, 'images'),
  RATE_LIMITS: 'off',
  PAYMENT_SANDBOX: 'on',
}

process.once('exit', () => rmSync(dataDirectory, { recursive: true, force: true }))
await finished(start('node', ['cli/index.ts', 'seed'], environment))
superviseTogether([start('node', ['api/index.ts'], environment), start('node', STOREFRONT, environment)])
