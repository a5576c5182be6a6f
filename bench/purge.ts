import { brotliDecompressSync } from 'node:zlib'

import { startBenchStorefront, type BenchStorefront } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { fixed, median, printTable, verdict } from '../tests/kit/table.ts'

const ROUNDS = 5
const TARGET_MS = 1000
const SHOWN = ['/', '/products', '/products?page=2', '/product/p1', '/product/p2', '/product/p3', '/terms']
const TAG = 'product:localhost:p1'
const SLOW_MS = 400

/**
 * Changes one product and purges it: measures how long until its page shows the change, which entries are removed,
 * and whether a render that started before the purge is cached. False when an entry too many or too few was removed,
 * or when an old page came back.
 */
export async function benchPurge(): Promise<boolean> {
  const store = await startMemoryStore()
  const storefront = await startBenchStorefront(store.port, { environment: { CACHE_TAG_HEADER: 'on' } })
  const times: number[] = []
  let [tagged, dropped, untouched] = [0, 0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const path of SHOWN) await storefront.get(path)
    await storefront.get('/product/p1', 'other.localhost')
    const cached = await Promise.all(SHOWN.map((path) => storefront.get(path)))
    tagged += cached.filter(({ cacheTags }) => cacheTags.includes(TAG)).length
    const title = `Changed ${round}`
    store.rename('p1', title)
    const startedAt = performance.now()
    dropped += await storefront.purge(TAG)
    while (!(await shows(storefront, title))) {
      if (performance.now() - startedAt > 10 * TARGET_MS) throw new Error('The change was never shown.')
    }
    times.push(performance.now() - startedAt)
    const others = [storefront.get('/product/p2'), storefront.get('/product/p1', 'other.localhost')]
    untouched += (await Promise.all(others)).filter(({ state }) => state !== 'miss').length
  }
  const isCurrent = await overtaken()
  await storefront.stop()
  await store.stop()

  async function overtaken(): Promise<boolean> {
    await storefront.purge(TAG)
    store.delayMs = SLOW_MS / 4
    const rendering = storefront.get('/product/p1')
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS / 8))
    store.rename('p1', 'Changed meanwhile')
    await storefront.purge(TAG)
    await rendering
    store.delayMs = 0
    return shows(storefront, 'Changed meanwhile')
  }

  const visible = median(times)
  const isExact = dropped === tagged && untouched === 2 * ROUNDS
  printTable(`Purge of one product, median of ${ROUNDS}`, [
    {
      figure: 'visible after',
      measured: `${fixed(visible)} ms, worst ${fixed(Math.max(...times))}`,
      target: `≤ ${TARGET_MS} ms`,
      verdict: verdict(visible <= TARGET_MS),
    },
    {
      figure: 'entries dropped / tagged',
      measured: `${dropped} / ${tagged}; ${untouched} of ${2 * ROUNDS} looks at others still kept`,
      target: 'the tagged ones alone',
      verdict: verdict(isExact),
    },
    {
      figure: 'render under way during the purge',
      measured: isCurrent ? 'made again' : 'an old page was kept',
      target: 'not kept',
      verdict: verdict(isCurrent),
    },
  ])
  return isExact && isCurrent
}

async function shows(storefront: BenchStorefront, title: string): Promise<boolean> {
  const { body } = await storefront.get('/product/p1')
  return brotliDecompressSync(body).includes(title)
}
