import { parseArgs } from 'node:util'

import { buildWhenStale } from '../scripts/dev-processes.ts'
import type { PostgresServer } from '../tests/postgres/server.ts'
import { benchCatalogue } from './catalogue.ts'
import { benchDown } from './down.ts'
import { benchDurability } from './durability.ts'
import { benchFaults } from './faults.ts'
import { benchFlood } from './flood.ts'
import { benchFuzz } from './fuzz.ts'
import { benchHerd } from './herd.ts'
import { benchHostileText } from './hostile-text.ts'
import { benchImages } from './images.ts'
import { faultOf } from './kit/options.ts'
import { withPooler, withPostgres } from './kit/postgres.ts'
import { endAll, leaveLoadCore, machineLine } from './kit/processes.ts'
import { benchImportFidelity } from './import-fidelity.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchMiss } from './miss.ts'
import { benchNodes } from './nodes.ts'
import { benchObservatory } from './observatory.ts'
import { benchOrders } from './orders.ts'
import { benchOutages } from './outages.ts'
import { benchPayments } from './payments.ts'
import { benchQr } from './qr.ts'
import { benchPurge } from './purge.ts'
import { benchQuickPurchases } from './quick-purchases.ts'
import { benchRestarts } from './restarts.ts'
import { benchSlowClients } from './slow-clients.ts'
import { benchSearch } from './search.ts'
import { benchSessions } from './sessions.ts'
import { benchShops } from './shops.ts'
import { benchSlow } from './slow.ts'
import { benchSoak } from './soak.ts'
import { benchStart } from './start.ts'
import { benchStock } from './stock.ts'
import { benchThroughput } from './throughput.ts'
import { benchUpi } from './upi.ts'
import { benchVisits } from './visits.ts'
import { benchWebView } from './webview.ts'
import { benchWeight } from './weight.ts'
import { benchWorkers } from './workers.ts'

/**
 * `npm run bench -- <name>`: measurements and counts on this machine, as tables with their targets. Without a name, a
 * shorter run of all benches of pages. Exits with 1 when a count is wrong or a measurement failed; a time over its
 * target is only marked in the table.
 */
const { values, positionals } = readArguments()
const faults = Object.entries(values).flatMap(([name, text]) => faultOf(name, text) ?? [])
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(2)
}
const [what, ...given] = positionals
const isSummary = what === undefined
const numberOr = (text: string | undefined, fallback: number) => (text ? Number(text) : fallback)

/** Starts a PostgreSQL for the bench, with `--database pgbouncer` behind PgBouncer. */
const onPostgres = values.database === 'pgbouncer' ? withPooler<boolean> : withPostgres<boolean>
/** Uses PGlite without `--database`. */
const onDatabase = (bench: (databaseUrl?: string, server?: PostgresServer) => Promise<boolean>) =>
  values.database === undefined ? bench() : onPostgres(bench)
const counted = (fallback: number) => numberOr(values.count, fallback)

const pageBenches: Record<string, () => Promise<boolean>> = {
  throughput: () => benchThroughput(isSummary ? 2 : 3),
  miss: benchMiss,
  herd: benchHerd,
  slow: benchSlow,
  down: () => benchDown(numberOr(values.minutes, isSummary ? 0.5 : 1)),
  start: () => benchStart(numberOr(values.tenants, isSummary ? 50 : 100)),
  flood: benchFlood,
  purge: benchPurge,
  workers: benchWorkers,
  weight: benchWeight,
  images: benchImages,
  lighthouse: () => benchLighthouse(numberOr(values.rounds, isSummary ? 1 : 3)),
}
const benches: Record<string, () => Promise<boolean>> = {
  ...pageBenches,
  catalogue: async () => {
    await benchCatalogue(given)
    return true
  },
  orders: () => onDatabase((...at) => benchOrders(counted(1000), numberOr(values.minutes, 10), ...at)),
  payments: () => onDatabase((...at) => benchPayments(counted(1000), ...at)),
  stock: () => onDatabase((...at) => benchStock(counted(1000), ...at)),
  upi: () => onDatabase((...at) => benchUpi(counted(1000), ...at)),
  search: () => onDatabase((databaseUrl) => benchSearch(given, databaseUrl)),
  'import-fidelity': () => benchImportFidelity(given),
  qr: benchQr,
  'quick-purchases': () => benchQuickPurchases(counted(50), numberOr(values.minutes, 20)),
  webview: () => benchWebView(counted(100), numberOr(values.minutes, 40)),
  durability: () => onDatabase((...at) => benchDurability(counted(100), Math.ceil(counted(100) / 2), ...at)),
  outages: () => onPostgres((...at) => benchOutages(counted(20), ...at)),
  nodes: () => benchNodes(counted(500)),
  shops: () => benchShops(numberOr(values.tenants, 1000)),
  visits: () => benchVisits(numberOr(values.count, 2000)),
  restarts: () => benchRestarts(numberOr(values.rounds, 4)),
  'slow-clients': () => benchSlowClients(numberOr(values.seconds, 10)),
  sessions: () => benchSessions(counted(10_000)),
  faults: benchFaults,
  fuzz: () => onDatabase(benchFuzz),
  'hostile-text': benchHostileText,
  observatory: benchObservatory,
  soak: () => benchSoak(numberOr(values.minutes, 2)),
}

const chosen = isSummary
  ? Object.entries(pageBenches)
  : Object.entries(benches).filter(([name]) => name === what)
if (chosen.length === 0) {
  console.error(`There is no bench "${what}". Choose one of: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
if (chosen.some(([name]) => name in pageBenches)) await buildWhenStale()
console.log(machineLine())
for (const [name, bench] of chosen) {
  try {
    if (!(await bench())) process.exitCode = 1
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
  await endAll()
  leaveLoadCore()
}
// A failed bench may have left its server listening.
process.exit()

function readArguments() {
  const options = {
    minutes: { type: 'string' },
    tenants: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    count: { type: 'string' },
    database: { type: 'string' },
  } as const
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    const names = Object.keys(options).map((name) => `--${name}`)
    console.error(
      `${error instanceof Error ? error.message : String(error)}\nOptions are: ${names.join(', ')}.`,
    )
    process.exit(2)
  }
}
