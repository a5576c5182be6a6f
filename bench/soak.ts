import { readdirSync } from 'node:fs'

import { Agent, request } from 'undici'

import { startBenchStorefront } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { memoryMb } from './kit/processes.ts'
import { fixed, percentile, printTable, verdict } from './kit/table.ts'

const PER_SECOND = 200
const SPIKE_TIMES = 10
const SPIKE_SECONDS_MAX = 30
const TICK_MS = 50
const LOOK_MS = 2000
const RECOVERY_MS = 5000
const TARGETS = { p99: 300, growth: 10 }

interface Asked {
  status: number
  ms: number
}

/** What shoppers ask for, in turn: mostly pages that are kept, some that are not, some that are for one shopper alone. */
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
 * Mixed load for `minutes`, then ten times as much for pages that nobody has asked for: whether the storefront stays as
 * quick and as small as it was, sheds what is too much, and is itself again. False when a count is not what it must be.
 */
export async function benchSoak(minutes = 2): Promise<boolean> {
  const store = await startMemoryStore()
  const storefront = await startBenchStorefront(store.port, { environment: { LOG_LEVEL: 'error' } })
  const agent = new Agent({ connections: 512 })
  const ask = async (path: string, host: string): Promise<Asked> => {
    const askedAt = performance.now()
    try {
      const { statusCode, body } = await request(`http://127.0.0.1:${storefront.port}${path}`, {
        dispatcher: agent,
        headers: { host, 'accept-encoding': 'br' },
      })
      await body.dump()
      return { status: statusCode, ms: performance.now() - askedAt }
    } catch {
      return { status: 0, ms: performance.now() - askedAt }
    }
  }
  const mixed = (index: number) =>
    ask(PATHS[index % PATHS.length]?.(index) ?? '/', `shop${index % 5}.localhost`)

  const seconds = minutes * 60
  await askSteadily(mixed, PER_SECOND, seconds / 4)
  const sizes: number[] = []
  const handles: number[] = []
  const look = setInterval(() => {
    sizes.push(memoryMb(storefront.pid))
    handles.push(readdirSync(`/proc/${storefront.pid}/fd`).length)
  }, LOOK_MS)
  const asked = await askSteadily(mixed, PER_SECOND, (seconds * 3) / 4)
  clearInterval(look)

  const spike = await askSteadily(
    (index) => ask('/contact', `new${index}.localhost`),
    PER_SECOND * SPIKE_TIMES,
    Math.min(SPIKE_SECONDS_MAX, seconds / 4),
  )
  const endedAt = performance.now()
  let recoveredMs = Infinity
  while (recoveredMs === Infinity && performance.now() - endedAt < RECOVERY_MS) {
    const { status, ms } = await ask('/contact', `after${performance.now()}.localhost`)
    if (status === 200 && ms < TARGETS.p99) recoveredMs = performance.now() - endedAt
  }
  await agent.destroy()
  await storefront.stop()
  await store.stop()

  const failures = asked.filter(({ status }) => status === 0 || status >= 500).length
  const p99 = percentile(
    asked.map(({ ms }) => ms),
    0.99,
  )
  const growth = growthOf(sizes)
  const handlesGrowth = growthOf(handles)
  const otherFailures = spike.filter(({ status }) => ![200, 503].includes(status)).length
  const shed = spike.filter(({ status }) => status === 503).length
  printTable(`${fixed(minutes)} min, ${PER_SECOND} requests/s mixed, then ${SPIKE_TIMES} times as many`, [
    { what: 'requests', figure: asked.length },
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

/** In percent: the middle of the last third over that of the first. */
function growthOf(values: number[]): number {
  const third = Math.max(1, Math.floor(values.length / 3))
  const middle = (part: number[]) => percentile(part, 0.5)
  return (middle(values.slice(-third)) / middle(values.slice(0, third)) - 1) * 100
}

async function askSteadily(
  ask: (index: number) => Promise<Asked>,
  perSecond: number,
  seconds: number,
): Promise<Asked[]> {
  const waiting: Promise<Asked>[] = []
  const begunAt = performance.now()
  while (performance.now() - begunAt < seconds * 1000) {
    const due = ((performance.now() - begunAt) / 1000) * perSecond
    while (waiting.length < due) waiting.push(ask(waiting.length))
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  return Promise.all(waiting)
}
