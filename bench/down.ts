import { startBenchStorefront, type PageResponse } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { fixed, percentile, printTable, verdict } from './kit/table.ts'

const PER_SECOND = 50
const OTHERS_TARGET_MS = 1000
const CACHED = ['/', '/products', '/product/p1', '/terms']
/** One request in this many is for an uncached page. */
const OTHER_EVERY = 5

interface RequestResult {
  isCached: boolean
  response: PageResponse | undefined
}

/**
 * Sends 50 requests a second while the API refuses connections and then while it hangs, `minutes` in all. False when
 * a cached page failed.
 */
export async function benchDown(minutes: number): Promise<boolean> {
  const rows = []
  for (const way of ['refuses connections', 'takes connections, says nothing'] as const) {
    const store = await startMemoryStore()
    const storefront = await startBenchStorefront(store.port)
    for (const path of CACHED) await storefront.get(path)
    if (way === 'refuses connections') await store.stop()
    else store.isSilent = true
    const results = await sendSteadily((path) => storefront.get(path), (minutes * 60) / 2)
    await storefront.stop()
    if (store.isSilent) await store.stop()

    const cached = results.filter(({ isCached }) => isCached)
    const good = cached.filter(({ response }) => response?.status === 200)
    const others = results.filter(({ isCached }) => !isCached)
    const times = others.map(({ response }) => response?.totalMs ?? Infinity)
    const within = times.filter((ms) => ms <= OTHERS_TARGET_MS).length
    rows.push({
      'the API': way,
      'kept pages asked': cached.length,
      'answered 200': `${fixed((good.length / cached.length) * 100, 2)} %`,
      'p99 ms': fixed(
        percentile(
          cached.map(({ response }) => response?.totalMs ?? Infinity),
          0.99,
        ),
      ),
      target: '100 %',
      verdict: verdict(good.length === cached.length),
      others: others.length,
      statuses: [...new Set(others.map(({ response }) => response?.status ?? 'none'))].join(', '),
      'p50 / worst ms': `${fixed(percentile(times, 0.5), 0)} / ${fixed(Math.max(...times), 0)}`,
      'within 1 s': `${fixed((within / others.length) * 100)} %`,
      'others’ target': 'all within 1 s',
      'others’ verdict': verdict(within === others.length),
    })
  }
  printTable(`The API dead, ${PER_SECOND} requests/s, ${fixed(minutes * 30, 0)} s each way`, rows)
  return rows.every((row) => row.verdict === 'ok')
}

function sendSteadily(
  get: (path: string) => Promise<PageResponse>,
  seconds: number,
): Promise<RequestResult[]> {
  const waiting: Promise<RequestResult>[] = []
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const index = waiting.length
      if (index >= seconds * PER_SECOND) {
        clearInterval(timer)
        resolve(Promise.all(waiting))
        return
      }
      const isCached = index % OTHER_EVERY !== 0
      const path = isCached ? (CACHED[index % CACHED.length] ?? '/') : `/product/p${2 + (index % 200)}`
      waiting.push(
        get(path).then(
          (response) => ({ isCached, response }),
          () => ({ isCached, response: undefined }),
        ),
      )
    }, 1000 / PER_SECOND)
  })
}
