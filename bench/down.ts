import { startBenchStorefront, type Answer } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { fixed, percentile, printTable, verdict } from './kit/table.ts'

const PER_SECOND = 50
const OTHERS_TARGET_MS = 1000
const CACHED = ['/', '/products', '/product/p1', '/terms']
/** One request in so many is for a page that is not kept. */
const OTHER_EVERY = 5

interface Asked {
  isKept: boolean
  answer: Answer | undefined
}

/** The API gone at 50 requests a second, refusing and then silent, `minutes` in all. False when a kept page failed. */
export async function benchDown(minutes: number): Promise<boolean> {
  const rows = []
  for (const way of ['refuses connections', 'takes connections, says nothing'] as const) {
    const store = await startMemoryStore()
    const storefront = await startBenchStorefront(store.port)
    for (const path of CACHED) await storefront.get(path)
    if (way === 'refuses connections') await store.stop()
    else store.isSilent = true
    const asked = await askSteadily((path) => storefront.get(path), (minutes * 60) / 2)
    await storefront.stop()
    if (store.isSilent) await store.stop()

    const kept = asked.filter(({ isKept }) => isKept)
    const good = kept.filter(({ answer }) => answer?.status === 200)
    const others = asked.filter(({ isKept }) => !isKept)
    const times = others.map(({ answer }) => answer?.totalMs ?? Infinity)
    const within = times.filter((ms) => ms <= OTHERS_TARGET_MS).length
    rows.push({
      'the API': way,
      'kept pages asked': kept.length,
      'answered 200': `${fixed((good.length / kept.length) * 100, 2)} %`,
      'p99 ms': fixed(
        percentile(
          kept.map(({ answer }) => answer?.totalMs ?? Infinity),
          0.99,
        ),
      ),
      target: '100 %',
      verdict: verdict(good.length === kept.length),
      others: others.length,
      statuses: [...new Set(others.map(({ answer }) => answer?.status ?? 'none'))].join(', '),
      'p50 / worst ms': `${fixed(percentile(times, 0.5), 0)} / ${fixed(Math.max(...times), 0)}`,
      'within 1 s': `${fixed((within / others.length) * 100)} %`,
      'others’ target': 'all within 1 s',
      'others’ verdict': verdict(within === others.length),
    })
  }
  printTable(`The API dead, ${PER_SECOND} requests/s, ${fixed(minutes * 30, 0)} s each way`, rows)
  return rows.every((row) => row.verdict === 'ok')
}

function askSteadily(get: (path: string) => Promise<Answer>, seconds: number): Promise<Asked[]> {
  const waiting: Promise<Asked>[] = []
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const index = waiting.length
      if (index >= seconds * PER_SECOND) {
        clearInterval(timer)
        resolve(Promise.all(waiting))
        return
      }
      const isKept = index % OTHER_EVERY !== 0
      const path = isKept ? (CACHED[index % CACHED.length] ?? '/') : `/product/p${2 + (index % 200)}`
      waiting.push(
        get(path).then(
          (answer) => ({ isKept, answer }),
          () => ({ isKept, answer: undefined }),
        ),
      )
    }, 1000 / PER_SECOND)
  })
}
