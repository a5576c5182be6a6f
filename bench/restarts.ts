import { setTimeout as wait } from 'node:timers/promises'

import { startBenchStorefront, type BenchStorefront } from './kit/bench-storefront.ts'
import { freePort } from './kit/demo-stack.ts'
import { startHaproxy } from './kit/haproxy.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { needTools } from './kit/processes.ts'
import { askSteadily, createAsker, isError, type Asked } from './kit/steady.ts'
import { fixed, percentile, printTable, verdict } from './kit/table.ts'

const PER_SECOND = 100
/** How often the proxy is asked whether it has seen that a storefront is back. */
const LOOK_MS = 50
const DRAIN_LIMIT_MS = 10_000
const PATHS = ['/', '/products', '/terms', '/contact', '/cart', '/favicon.svg']

/**
 * Two storefronts behind haproxy, restarted in turn by SIGTERM while shoppers ask 100 times a second: whether one of them
 * sees an error. False when one does.
 */
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
    while ((await proxy.countReady()) < ports.length) await wait(LOOK_MS)
  }
  await allReady()
  const { ask, close } = createAsker(proxy.port)

  let isOver = false
  const load = askSteadily(
    (index) => ask(`${PATHS[index % PATHS.length]}?utm_source=${index}`),
    PER_SECOND,
    () => isOver,
  )
  const drains: number[] = []
  const codes: (number | null)[] = []
  for (let round = 0; round < rounds; round += 1) {
    const place = round % storefronts.length
    const [going, port] = [storefronts[place], ports[place]]
    if (!going || !port) break
    const begunAt = performance.now()
    await going.stop()
    drains.push(performance.now() - begunAt)
    codes.push(going.child.exitCode)
    storefronts[place] = await start(port)
    await allReady()
  }
  isOver = true
  const asked = await load
  await close()
  await proxy.stop()
  for (const storefront of storefronts) await storefront.stop()
  await store.stop()
  return report(asked, drains, codes)
}

function report(asked: Asked[], drains: number[], codes: (number | null)[]): boolean {
  const errors = asked.filter(isError).length
  const unclean = codes.filter((code) => code !== 0).length
  const longest = Math.max(...drains)
  const p99 = percentile(
    asked.map(({ ms }) => ms),
    0.99,
  )
  printTable(
    `${drains.length} rolling restarts of two storefronts behind haproxy, ${PER_SECOND} requests/s`,
    [
      { what: 'requests', figure: asked.length },
      {
        what: 'errors',
        figure: errors,
        target: '0',
        verdict: verdict(errors === 0),
        of: [...new Set(asked.filter(isError).map(({ status }) => status || 'no answer'))].join(', '),
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
