import type { PostgresServer } from '../tests/kit/database/server.ts'
import { leaveLoadCore, needTools, stayOnLoadCore } from '../tests/kit/processes.ts'
import { fixed, printTable, type Row } from '../tests/kit/table.ts'
import { measureCosts, type Cost, type Costs } from './kit/scale-costs.ts'
import { simulateVisits, type Outcome, type Setup } from './kit/visit-simulation.ts'

/** What the platform is assumed to do; docs/scale.md repeats these figures. */
const ASSUMED = {
  shops: 10_000,
  viewsPerDay: 10_000_000,
  /** Of the busiest hour over the mean one. */
  peak: 3,
  viewsPerVisit: 5,
  /** Calls of the API by browsers: prices of the cart, account, checkout. */
  callsPerVisit: 4,
  ordersPerVisit: 0.02,
  /** Kilobytes of pictures per view, and of scripts, styles and fonts per visit. */
  picturesKb: 150,
  scriptsKb: 120,
  /** Share of its time that a core is busy in the busiest hour. */
  busy: 0.5,
}
/** List prices in US dollars a month and rupees a dollar; docs/scale.md has the sources. */
const PRICES = { core: 31.5, witness: 12, cdnGb: 0.03, rupees: 95 }
const CORES_PER_MACHINE = 4
const DAYS = 30

const viewsPerSecond = Math.round((ASSUMED.viewsPerDay / 86_400) * ASSUMED.peak)
const visitsPerSecond = viewsPerSecond / ASSUMED.viewsPerVisit

const SETUPS: (Pick<Setup, 'processes' | 'megabytes' | 'isByHost' | 'hasEdge'> & { name: string })[] = [
  { name: '1 × 128 MB', processes: 1, megabytes: 128, isByHost: false, hasEdge: false },
  { name: '4 × 128 MB, any', processes: 4, megabytes: 128, isByHost: false, hasEdge: false },
  { name: '4 × 128 MB, by host', processes: 4, megabytes: 128, isByHost: true, hasEdge: false },
  { name: '4 × 1,024 MB, by host', processes: 4, megabytes: 1024, isByHost: true, hasEdge: false },
  { name: '4 × 128 MB behind Varnish', processes: 4, megabytes: 128, isByHost: false, hasEdge: true },
]

/**
 * `npm run bench -- scale`: measures what pages and orders cost, sends the views of 10,000 shops in the busiest hour through
 * the storefront's page cache, and computes cores, traffic and rupees from both.
 */
export async function benchScale(databaseUrl: string, server: PostgresServer): Promise<boolean> {
  needTools('wrk', 'taskset')
  stayOnLoadCore()
  const costs = await measureCosts(databaseUrl, server)
  leaveLoadCore()
  printTable(
    `Measured: processor ms with 100 shops of 100 products, and what one core does in a second; a page has ${costs.pageBytes} bytes`,
    [
      costRow('a page from the cache', costs.hit),
      costRow('a page that is rendered', costs.render),
      costRow('a call by the browser', costs.call),
      costRow('an order and its payment', costs.order),
    ],
  )
  const rows: Row[] = []
  for (const { name, ...setup } of SETUPS) {
    const outcome = await simulateVisits({
      ...setup,
      viewsPerSecond,
      shops: ASSUMED.shops,
      pageBytes: costs.pageBytes,
    })
    rows.push(needsOf(name, outcome, costs))
  }
  printTable(
    `Computed: ${ASSUMED.shops} shops, ${viewsPerSecond} views a second in the busiest hour; cores busy then, and ₹ a month`,
    rows,
  )
  return true
}

function costRow(work: string, { storefront, api, database }: Cost): Row {
  return {
    work,
    storefront: fixed(storefront, 3),
    'store API': fixed(api, 3),
    PostgreSQL: fixed(database, 3),
    'on one core': fixed(1000 / (storefront + api + database), 0),
  }
}

function needsOf(name: string, outcome: Outcome, costs: Costs): Row {
  const seconds = outcome.views / viewsPerSecond
  const cores = (of: keyof Cost) =>
    ((outcome.requests / seconds) * costs.hit[of] +
      (outcome.renders / seconds) * costs.render[of] +
      visitsPerSecond * ASSUMED.callsPerVisit * costs.call[of] +
      visitsPerSecond * ASSUMED.ordersPerVisit * costs.order[of]) /
    1000
  const machines = Math.max(2, Math.ceil(coresToBuy(cores('storefront') + cores('api')) / CORES_PER_MACHINE))
  const databases = 2 * Math.ceil(coresToBuy(cores('database')) / CORES_PER_MACHINE)
  const gigabytes =
    (ASSUMED.viewsPerDay * DAYS * (costs.pageBytes / 1000 + ASSUMED.picturesKb) +
      ((ASSUMED.viewsPerDay * DAYS) / ASSUMED.viewsPerVisit) * ASSUMED.scriptsKb) /
    1e6
  const rupees = (dollars: number) => Math.round((dollars * PRICES.rupees) / 1000) * 1000
  return {
    storefronts: name,
    'from the edge': share(outcome.views - outcome.requests, outcome.views),
    'from the storefronts’ caches': share(outcome.hits, outcome.requests),
    'rendered a second': fixed(outcome.renders / seconds, 0),
    'pages in memory': outcome.entries,
    'GB at the edge': fixed(outcome.edgeMegabytes / 1024),
    'slowest look-up, ms': fixed(outcome.slowestMs, 0),
    'storefront cores': fixed(cores('storefront'), 2),
    'API cores': fixed(cores('api'), 2),
    'database cores': fixed(cores('database'), 2),
    machines: `${machines} + ${databases}`,
    '₹ machines': rupees((machines + databases) * CORES_PER_MACHINE * PRICES.core + PRICES.witness),
    'TB by CDN': fixed(gigabytes / 1000, 0),
    '₹ CDN': rupees(gigabytes * PRICES.cdnGb),
  }
}

function coresToBuy(busy: number): number {
  return Math.max(1, busy / ASSUMED.busy)
}

function share(part: number, of: number): string {
  return of === 0 ? '–' : `${fixed((part / of) * 100, 1)} %`
}
