import { startBenchStorefront } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { familyOf, needTools, processorMs } from './kit/processes.ts'
import { fixed, median, printTable, verdict } from './kit/table.ts'
import { load, type Variation } from './kit/wrk.ts'

const ROUNDS = 3
const SECONDS = 4
const TARGET = 1.8

const loads: { name: string; path: string; connections: number; vary?: Variation }[] = [
  { name: 'listing, hit', path: '/products', connections: 32 },
  {
    name: 'listing, miss',
    path: '/products',
    connections: 8,
    vary: { path: '"/products?parentCategory=c" .. run .. n' },
  },
]

/**
 * Compares one process with two. The load generator shares the two cores, so the table includes processor time per
 * request.
 */
export async function benchWorkers(): Promise<boolean> {
  needTools('wrk', 'taskset')
  const store = await startMemoryStore()
  const [one, two] = [
    await startBenchStorefront(store.port, { environment: { WORKERS: '1' } }),
    await startBenchStorefront(store.port, { environment: { WORKERS: '2' } }),
  ]
  const rows = []
  for (const { name, path, connections, vary } of loads) {
    for (const { port } of [one, two]) await load({ port, path, connections, vary, seconds: 1 })
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        one: await measure(one.pid, { port: one.port, path, connections, vary }),
        two: await measure(two.pid, { port: two.port, path, connections, vary }),
      })
    }
    const ratio = median(rounds.map((round) => round.two.perSecond / round.one.perSecond))
    const cost = median(rounds.map((round) => round.one.cost / round.two.cost))
    rows.push({
      load: name,
      'WORKERS=1': `${Math.round(median(rounds.map((round) => round.one.perSecond)))}/s`,
      'WORKERS=2': `${Math.round(median(rounds.map((round) => round.two.perSecond)))}/s`,
      'measured ×': fixed(ratio, 2),
      'processor ms per request, 1': fixed(median(rounds.map((round) => round.one.cost)), 3),
      'with 2': fixed(median(rounds.map((round) => round.two.cost)), 3),
      '× on two free cores': fixed(2 * cost, 2),
      target: `≥ × ${TARGET}`,
      verdict: verdict(2 * cost >= TARGET),
    })
  }
  const hasTwo = familyOf(two.pid).length >= 2
  for (const running of [one, two, store]) await running.stop()
  printTable(
    `Workers, median of ${ROUNDS} rounds of ${SECONDS} s in turns. wrk and the API share the two cores: read "on two free cores", which is 2 × the processor time of a request with one worker ÷ with two`,
    rows,
  )
  if (!hasTwo) console.log('WORKERS=2 started one process only: the figures above compare nothing. MISSED')
  return hasTwo
}

async function measure(
  pid: number,
  target: { port: number; path: string; connections: number; vary?: Variation },
) {
  const before = processorMs(pid)
  const { perSecond, requests } = await load({ ...target, seconds: SECONDS })
  return { perSecond, cost: (processorMs(pid) - before) / requests }
}
