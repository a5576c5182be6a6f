import { setTimeout as wait } from 'node:timers/promises'

import { startBenchStorefront, type BenchStorefront } from './kit/bench-storefront.ts'
import { freePort } from './kit/demo-stack.ts'
import { startHaproxy } from './kit/haproxy.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { needTools } from './kit/processes.ts'
import { sendSteadily, createLoadClient, isError, type RequestResult } from './kit/steady.ts'
import { fixed, percentile, printTable, verdict } from './kit/table.ts'

const PER_SECOND = 100
/** Interval at which to check whether the proxy sees the storefront again. */
const POLL_INTERVAL_MS = 50
const DRAIN_LIMIT_MS = 10_000
const PATHS = ['/', '/products', '/terms', '/contact', '/cart', '/favicon.svg']

/** Restarts two storefronts behind haproxy in turn by SIGTERM, at 100 requests a second. False when a request fails. */
export async function benchRestarts(rounds: number): Promise<boolean> {
  needTools('haproxy')
  const store = await startMemoryStore()
  const ports = [await freePort(), await freePort()]
  const start = (port: number) =>
    startBenchStorefront(store.port, { environment: { PORT: String(port), LOG_LEVEL: 'error' } })
  const storefronts: BenchStorefront[] = []
  for (const port of ports) storefronts.push(await start(port))
  const proxy = await startHaproxy(ports)
  const allReady = async () => {
    while ((await proxy.countReady()) < ports.length) await wait(POLL_INTERVAL_MS)
  }
  await allReady()
  const { send, close } = createLoadClient(proxy.port)

  let isOver = false
  const load = sendSteadily(
    (index) => send(`${PATHS[index % PATHS.length]}?utm_source=${index}`),
    PER_SECOND,
    () => isOver,
  )
  const drains: number[] = []
  const codes: (number | null)[] = []
  for (let round = 0; round < rounds; round += 1) {
    const place = round % storefronts.length
    const [going, port] = [storefronts[place], ports[place]]
    if (!going || !port) break
    const startedAt = performance.now()
    await going.stop()
    drains.push(performance.now() - startedAt)
    codes.push(going.child.exitCode)
    storefronts[place] = await start(port)
    await allReady()
  }
  isOver = true
  const results = await load
  await close()
  await proxy.stop()
  for (const storefront of storefronts) await storefront.stop()
  await store.stop()
  return report(results, drains, codes)
}

function report(results: RequestResult[], drains: number[], codes: (number | null)[]): boolean {
  const errors = results.filter(isError).length
  const unclean = codes.filter((code) => code !== 0).length
  const longest = Math.max(...drains)
  const p99 = percentile(
    results.map(({ ms }) => ms),
    0.99,
  )
  printTable(
    `${drains.length} rolling restarts of two storefronts behind haproxy, ${PER_SECOND} requests/s`,
    [
      { what: 'requests', figure: results.length },
      {
        what: 'errors',
        figure: errors,
        target: '0',
        verdict: verdict(errors === 0),
        of: [...new Set(results.filter(isError).map(({ status }) => status || 'no answer'))].join(', '),
      },
      { what: 'p99 ms', figure: fixed(p99, 0) },
      {
        what: 'ends with another code than 0',
        figure: unclean,
        target: '0',
        verdict: verdict(unclean === 0),
      },
      {
        what: 'longest way out, ms',
        figure: fixed(longest, 0),
        target: '≤ 10000',
        verdict: verdict(longest <= DRAIN_LIMIT_MS),
      },
    ],
  )
  return errors + unclean === 0
}
