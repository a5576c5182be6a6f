import { readdirSync } from 'node:fs'

import { startBenchStorefront } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { memoryMb } from './kit/processes.ts'
import { sendSteadily, createLoadClient, isError } from './kit/steady.ts'
import { fixed, percentile, printTable, verdict } from './kit/table.ts'

const PER_SECOND = 200
const SPIKE_TIMES = 10
const SPIKE_SECONDS_MAX = 30
const SAMPLE_INTERVAL_MS = 2000
const RECOVERY_MS = 5000
const TARGETS = { p99: 300, growth: 10 }

/** Requests of shoppers, in turn: mostly cached pages, some uncached, some personal. */
const PATHS: ((index: number) => string)[] = [
  () => '/',
  (index) => `/product/p${1 + (index % 240)}`,
  (index) => `/products?page=${1 + (index % 20)}&gclid=${index}`,
  () => '/terms',
  (index) => `/product/p${1 + ((index * 7) % 240)}?utm_source=${index}`,
  () => '/contact',
  () => '/cart',
  (index) => `/fragments/quick-view/p${1 + (index % 240)}`,
  () => '/favicon.svg',
  (index) => `/no/such/page/${index}`,
]

/**
 * Runs mixed load for `minutes`, then ten times as much for uncached pages: checks that latency and memory stay
 * constant, that excess load is shed, and that the storefront recovers. False when a count misses its target.
 */
export async function benchSoak(minutes = 2): Promise<boolean> {
  const store = await startMemoryStore()
  const storefront = await startBenchStorefront(store.port, { environment: { LOG_LEVEL: 'error' } })
  const { send, close } = createLoadClient(storefront.port)
  const mixed = (index: number) =>
    send(PATHS[index % PATHS.length]?.(index) ?? '/', `shop${index % 5}.localhost`)

  const seconds = minutes * 60
  await sendSteadily(mixed, PER_SECOND, (passed) => passed > seconds / 4)
  const sizes: number[] = []
  const handles: number[] = []
  const sample = setInterval(() => {
    sizes.push(memoryMb(storefront.pid))
    handles.push(readdirSync(`/proc/${storefront.pid}/fd`).length)
  }, SAMPLE_INTERVAL_MS)
  const results = await sendSteadily(mixed, PER_SECOND, (passed) => passed > (seconds * 3) / 4)
  clearInterval(sample)

  const spike = await sendSteadily(
    (index) => send('/contact', `new${index}.localhost`),
    PER_SECOND * SPIKE_TIMES,
    (passed) => passed > Math.min(SPIKE_SECONDS_MAX, seconds / 4),
  )
  const endedAt = performance.now()
  let recoveredMs = Infinity
  while (recoveredMs === Infinity && performance.now() - endedAt < RECOVERY_MS) {
    const { status, ms } = await send('/contact', `after${performance.now()}.localhost`)
    if (status === 200 && ms < TARGETS.p99) recoveredMs = performance.now() - endedAt
  }
  await close()
  await storefront.stop()
  await store.stop()

  const failures = results.filter(isError).length
  const p99 = percentile(
    results.map(({ ms }) => ms),
    0.99,
  )
  const growth = growthOf(sizes)
  const handlesGrowth = growthOf(handles)
  const otherFailures = spike.filter(({ status }) => ![200, 503].includes(status)).length
  const shed = spike.filter(({ status }) => status === 503).length
  printTable(`${fixed(minutes)} min, ${PER_SECOND} requests/s mixed, then ${SPIKE_TIMES} times as many`, [
    { what: 'requests', figure: results.length },
    { what: '5xx or dropped', figure: failures, target: '0', verdict: verdict(failures === 0) },
    { what: 'p99 ms', figure: fixed(p99, 0), target: '< 300', verdict: verdict(p99 < TARGETS.p99) },
    {
      what: 'memory, last third over first, %',
      figure: fixed(growth),
      target: '< 10',
      verdict: verdict(growth < TARGETS.growth),
    },
    {
      what: 'open handles, last third over first, %',
      figure: fixed(handlesGrowth),
      target: '< 10',
      verdict: verdict(handlesGrowth < TARGETS.growth),
    },
    { what: 'in the spike: asked', figure: spike.length },
    { what: 'in the spike: 503', figure: shed },
    {
      what: 'in the spike: neither 200 nor 503',
      figure: otherFailures,
      target: '0',
      verdict: verdict(otherFailures === 0),
    },
    {
      what: 'ms until a new page is quick again',
      figure: fixed(recoveredMs, 0),
      target: '≤ 5000',
      verdict: verdict(recoveredMs <= RECOVERY_MS),
    },
  ])
  return failures === 0 && otherFailures === 0 && recoveredMs <= RECOVERY_MS
}

/** Growth in percent, from the median of the first third to that of the last third. */
function growthOf(values: number[]): number {
  const third = Math.max(1, Math.floor(values.length / 3))
  const middle = (part: number[]) => percentile(part, 0.5)
  return (middle(values.slice(-third)) / middle(values.slice(0, third)) - 1) * 100
}
