import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { superviseTogether, portsOf, start, STOREFRONT } from '../../../scripts/processes/dev-processes.ts'
import { startOtherStore } from './other-store.ts'

/** The storefront with another store API, on every `*.localhost`, without caches. */
const { api, environment } = portsOf(process.env)
const imageDirectory = mkdtempSync(join(tmpdir(), 'tanabana-other-'))
process.once('exit', () => rmSync(imageDirectory, { recursive: true, force: true }))

await startOtherStore(Number(api))
superviseTogether([
  start('node', STOREFRONT, {
    ...environment,
    IMAGE_CACHE_DIR: imageDirectory,
    PAGE_CACHE: 'off',
  }),
])
