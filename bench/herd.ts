import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Agent, request } from 'undici'

import { startMemoryStore } from './kit/memory-store.ts'
import { startScript } from '../tests/kit/processes.ts'
import { printTable, verdict } from '../tests/kit/table.ts'

const SHOPPERS = 500
/** Slow enough for all requests to arrive during one render. */
const API_DELAY_MS = 50
const PAGES = ['/products', '/', '/product/p1']
const COUNTED = fileURLToPath(new URL('./kit/counted-storefront-process.ts', import.meta.url))

/** Requests the same uncached page 500 times concurrently and counts renders and API calls. */
export async function benchHerd(): Promise<boolean> {
  const store = await startMemoryStore()
  store.delayMs = API_DELAY_MS
  const imageDirectory = mkdtempSync(join(tmpdir(), 'tanabana-images-'))
  const rows = []
  for (const path of PAGES) {
    store.calls.length = 0
    const storefront = await startScript([COUNTED], {
      environment: { STORE_API_ORIGIN: `http://127.0.0.1:${store.port}`, IMAGE_CACHE_DIR: imageDirectory },
    })
    const dispatcher = new Agent({ connections: SHOPPERS })
    const startedAt = performance.now()
    const statuses = await Promise.all(
      Array.from({ length: SHOPPERS }, async () => {
        const { statusCode, body } = await request(`http://localhost:${storefront.port}${path}`, {
          dispatcher,
        })
        await body.dump({ limit: Number.MAX_SAFE_INTEGER })
        return statusCode
      }),
    )
    const ms = performance.now() - startedAt
    await dispatcher.close()
    storefront.child.send('renders')
    const [renders] = (await once(storefront.child, 'message')) as [Record<string, number>]
    await storefront.stop()
    const rendered = Object.values(renders).reduce((sum, count) => sum + count, 0)
    const repeated = store.calls.length - new Set(store.calls).size
    rows.push({
      page: path,
      'at once': SHOPPERS,
      'answered 200': statuses.filter((status) => status === 200).length,
      renders: rendered,
      'calls upstream': store.calls.join(', ').replaceAll('/products?page=1&limit=', '…limit='),
      'of them twice': repeated,
      target: '1 render, no call twice',
      verdict: verdict(rendered === 1 && repeated === 0 && statuses.every((status) => status === 200)),
      'all answered after ms': Math.round(ms),
    })
  }
  await store.stop()
  rmSync(imageDirectory, { recursive: true, force: true })
  printTable(`${SHOPPERS} simultaneous cold requests for one page`, rows)
  return rows.every((row) => row.verdict === 'ok')
}
