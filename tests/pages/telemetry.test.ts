import { spawnSync } from 'node:child_process'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { root } from '../../scripts/dev-processes.ts'
import { startOtherStore, type OtherStore } from '../helpers/other-store.ts'
import { startStorefront } from '../helpers/storefront.ts'

const NODE_OPTIONS = `--import=${new URL('../helpers/print-telemetry.mjs', import.meta.url).href}`
const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }

let store: OtherStore

beforeAll(async () => {
  store = await startOtherStore()
})
afterAll(() => store.stop())

/** Returns the OpenTelemetry modules that a storefront loads up to its first page. */
async function loadedByStorefront(settings: Record<string, string>): Promise<string[]> {
  const lines: string[] = []
  const storefront = await startStorefront(
    store.port,
    { NODE_OPTIONS, ...settings },
    { onLine: (line) => lines.push(line) },
  )
  expect((await storefront.get('/')).status).toBe(200)
  await storefront.stop()
  return lines.filter((line) => line.startsWith('loads '))
}

/** Returns the modules that the store API loads up to opening its data, which fails here. */
function loadedByApi(settings: Record<string, string>): string[] {
  const { status, stdout } = spawnSync(process.execPath, ['cli/serve.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS, DATA_DIR: '/dev/null/data', ...settings },
  })
  expect(status).toBe(1)
  return stdout.split('\n').filter((line) => line.startsWith('loads '))
}

test.each([
  ['storefront', loadedByStorefront],
  ['store API', loadedByApi],
])(
  'a %s loads OpenTelemetry only for a collector',
  async (_name, loadedWith) => {
    expect(await loadedWith({})).toEqual([])
    expect(await loadedWith(COLLECTOR)).toContainEqual(expect.stringContaining('/@opentelemetry/sdk-trace/'))
  },
  60_000,
)
