import { parseArgs } from 'node:util'

import { buildWhenStale } from '../scripts/processes/dev-processes.ts'
import { withPooler, withPostgres } from '../tests/kit/counts/postgres.ts'
import { endAll, leaveLoadCore, machineLine } from '../tests/kit/processes.ts'
import type { PostgresServer } from '../tests/kit/database/server.ts'
import { benchCatalogue } from './catalogue.ts'
import { benchCompare } from './compare.ts'
import { benchDurability } from './durability.ts'
import { benchEdge } from './edge.ts'
import { benchFailover } from './failover.ts'
import { benchHerd } from './herd.ts'
import { faultOf } from './kit/options.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchLives } from './lives.ts'
import { benchMailOutage } from './mail-outage.ts'
import { benchMessages } from './messages.ts'
import { benchMiss } from './miss.ts'
import { benchNodes } from './nodes.ts'
import { benchOrders } from './orders.ts'
import { benchOutages } from './outages.ts'
import { benchPlatform } from './platform.ts'
import { benchPublish } from './publish.ts'
import { benchPurge } from './purge.ts'
import { benchQuotes } from './quotes.ts'
import { benchRestore } from './restore.ts'
import { benchScale } from './scale.ts'
import { benchStart } from './start.ts'
import { benchStock } from './stock.ts'
import { benchTaps } from './taps.ts'
import { benchThroughput } from './throughput.ts'
import { benchWebView } from './webview.ts'

const OPTIONS = {
  minutes: { type: 'string' },
  tenants: { type: 'string' },
  rounds: { type: 'string' },
  count: { type: 'string' },
  database: { type: 'string' },
  against: { type: 'string' },
  peers: { type: 'string' },
} as const

/**
 * `npm run bench -- <name>`: measurements and counts on this machine, as tables with their targets. Without a name it
 * lists the benches. Exits with 1 when a count is wrong or a measurement failed; a time over its target is only marked
 * in the table.
 */
const { values, positionals } = readArguments()
const faults = Object.entries(values).flatMap(([name, text]) => faultOf(name, text) ?? [])
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(2)
}
const [name, ...given] = positionals
const numberOr = (text: string | undefined, fallback: number) => (text ? Number(text) : fallback)
const counted = (fallback: number) => numberOr(values.count, fallback)

/** Starts a PostgreSQL for the bench, with `--database pgbouncer` behind PgBouncer. */
const onPostgres = values.database === 'pgbouncer' ? withPooler<boolean> : withPostgres<boolean>
/** Uses PGlite without `--database`. */
const onDatabase = (bench: (databaseUrl?: string, server?: PostgresServer) => Promise<boolean>) =>
  values.database === undefined ? bench() : onPostgres(bench)

interface Bench {
  measures: string
  options?: (keyof typeof OPTIONS)[]
  run: () => Promise<boolean>
}

const benches: Record<string, Bench> = {
  throughput: {
    measures: 'cached pages per second beside node:http and nginx',
    options: ['rounds'],
    run: () => benchThroughput(numberOr(values.rounds, 3)),
  },
  miss: { measures: 'rendering of uncached pages beside bare Astro', run: benchMiss },
  taps: {
    measures:
      'from the tap on a card to the picture of its product, in Chromium, WebViews, Firefox and WebKitGTK',
    options: ['count'],
    run: () => benchTaps(counted(30)),
  },
  compare: {
    measures:
      'this working tree beside another commit and other storefronts: start, memory, pages, weights, taps',
    options: ['against', 'peers', 'rounds'],
    run: () => benchCompare(numberOr(values.rounds, 3), values.against, values.peers),
  },
  herd: { measures: 'renders of one uncached page that 500 shoppers ask for at once', run: benchHerd },
  start: {
    measures: 'time to the first page, and memory',
    options: ['tenants'],
    run: () => benchStart(numberOr(values.tenants, 100)),
  },
  publish: {
    measures: 'time until two storefronts show a policy that is published or undone, and a price',
    options: ['rounds'],
    run: () => benchPublish(numberOr(values.rounds, 5)),
  },
  purge: { measures: 'time until an edit is seen, and the entries that it purges', run: benchPurge },
  lighthouse: {
    measures: 'Lighthouse scores of home, listing, product and policy',
    options: ['rounds'],
    run: () => benchLighthouse(numberOr(values.rounds, 3)),
  },
  webview: {
    measures: 'shoppers from an ad who buy in an in-app browser on a slow phone',
    options: ['count', 'minutes'],
    run: () => benchWebView(counted(100), numberOr(values.minutes, 40)),
  },
  catalogue: {
    measures:
      'large catalogues and many shops on PostgreSQL beside a small one; 1x1000000 10000x100 or others',
    run: () =>
      withPostgres(async (_databaseUrl, server) => {
        await benchCatalogue(server, given)
        return true
      }),
  },
  scale: {
    measures: 'what pages and orders cost, and what 10,000 shops need by it: a simulation',
    run: () => withPostgres(benchScale),
  },
  orders: {
    measures: 'orders that are lost or doubled by dropped responses and kills',
    options: ['count', 'minutes', 'database'],
    run: () => onDatabase((...at) => benchOrders(counted(1000), numberOr(values.minutes, 10), ...at)),
  },
  lives: {
    measures: 'money, pieces and events of orders from checkout to refund, with kills',
    options: ['count', 'database'],
    run: () => onDatabase((...at) => benchLives(counted(2000), ...at)),
  },
  messages: {
    measures: 'e-mails and webhooks that are lost or out of order, with faults and kills',
    options: ['count', 'database'],
    run: () => onDatabase((...at) => benchMessages(counted(1000), ...at)),
  },
  'mail-outage': {
    measures: 'time of orders and lists while the mail server hangs, refuses or is stopped',
    options: ['count'],
    run: () => benchMailOutage(counted(400)),
  },
  stock: {
    measures: 'pieces that are sold twice or reserved for ever, with kills',
    options: ['count', 'database'],
    run: () => onDatabase((...at) => benchStock(counted(1000), ...at)),
  },
  quotes: {
    measures: 'time of a quote of 10 lines, alone and 8 at once, beside the order of them',
    options: ['count'],
    run: () => benchQuotes(counted(300)),
  },
  durability: {
    measures: 'acknowledged orders that are lost by SIGKILL and SIGTERM',
    options: ['count', 'database'],
    run: () => onDatabase((...at) => benchDurability(counted(100), Math.ceil(counted(100) / 2), ...at)),
  },
  outages: {
    measures: 'orders while PostgreSQL stops and starts',
    options: ['count', 'database'],
    run: () => onPostgres((...at) => benchOutages(counted(20), ...at)),
  },
  failover: {
    measures: 'orders and payments while the primary of a Patroni pair is killed, paused and cut off',
    options: ['count'],
    run: () => benchFailover(counted(30)),
  },
  restore: {
    measures: 'orders after a restore to a moment by pgBackRest, and of one shop while another sells',
    options: ['count'],
    run: () => benchRestore(counted(30)),
  },
  edge: {
    measures: 'pages, hits, edits and dead storefronts behind Varnish',
    options: ['count'],
    run: () => benchEdge(counted(2000)),
  },
  platform: {
    measures: 'the main job in a browser while each part of a platform of several processes is killed',
    options: ['count'],
    run: () => benchPlatform(counted(3)),
  },
  nodes: {
    measures: 'two APIs and two storefronts behind haproxy: kills and edits',
    options: ['count'],
    run: () => benchNodes(counted(500)),
  },
}

const bench = benches[name ?? '']
if (name === undefined) {
  list()
  process.exit()
}
if (bench === undefined) {
  console.error(`There is no bench "${name}". Choose one of: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
await buildWhenStale()
console.log(machineLine())
try {
  if (!(await bench.run())) process.exitCode = 1
} catch (error) {
  console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
await endAll()
leaveLoadCore()
// A failed bench may have left its server listening.
process.exit()

function list(): void {
  const width = Math.max(...Object.keys(benches).map((one) => one.length))
  for (const [one, { measures, options = [] }] of Object.entries(benches))
    console.log([one.padEnd(width), measures, ...options.map((option) => `--${option}`)].join('  '))
  console.log('\n--database is postgres or pgbouncer; without it the embedded database is used.')
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS })
  } catch (error) {
    const names = Object.keys(OPTIONS).map((option) => `--${option}`)
    console.error(
      `${error instanceof Error ? error.message : String(error)}\nOptions are: ${names.join(', ')}.`,
    )
    process.exit(2)
  }
}
