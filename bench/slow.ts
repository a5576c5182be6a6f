import { brotliDecompressSync } from 'node:zlib'

import { get, startBenchStorefront } from './kit/bench-storefront.ts'
import { startMemoryStore, type MemoryStore } from './kit/memory-store.ts'
import { fixed, median, printTable, verdict } from './kit/table.ts'

const ROUNDS = 3
const API_DELAY_MS = 3000
const TARGET_MS = 400
const PAGES = ['/', '/products', '/product/p1']
/** What stands in for a section that comes later (components/ui/PendingSection.astro). */
const LATE = ' data-pending-section='

/** Time to first byte of uncached pages while the API takes 3 s, with and without a cached record of the shop. */
export async function benchSlow(): Promise<boolean> {
  const store = await startMemoryStore()
  const rows = []
  for (const isKnown of [true, false]) {
    for (const path of PAGES) {
      const responses = []
      for (let round = 0; round < ROUNDS; round += 1) responses.push(await askSlowly(store, path, isKnown))
      const firstByte = median(responses.map(({ firstByteMs }) => firstByteMs))
      const skeletons = responses.filter(({ body }) => brotliDecompressSync(body).includes(LATE)).length
      const statuses = [...new Set(responses.map(({ status }) => status))].join(', ')
      rows.push({
        'API takes 3 s': isKnown ? 'for products; the shop is known' : 'for everything; nothing is known',
        page: path,
        status: statuses,
        'first byte ms': fixed(firstByte, 0),
        target: `≤ ${TARGET_MS} ms`,
        verdict: verdict(firstByte <= TARGET_MS && statuses === '200'),
        'with skeletons': `${skeletons} of ${ROUNDS}`,
      })
    }
  }
  await store.stop()
  printTable(`A slow API, cold pages, median of ${ROUNDS}`, rows)
  return true
}

async function askSlowly(store: MemoryStore, path: string, isKnown: boolean) {
  const storefront = await startBenchStorefront(store.port)
  store.delayMs = 0
  // The renderer is warm either way: its first page costs what no shopper waits for twice.
  await get(storefront.port, '/terms', 'warm.localhost')
  if (isKnown) await get(storefront.port, '/terms')
  store.delayMs = API_DELAY_MS
  const response = await storefront.get(path)
  await storefront.stop()
  return response
}
