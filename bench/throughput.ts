import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { startBenchStorefront, type BenchStorefront, type PageResponse } from './kit/bench-storefront.ts'
import { startMemoryStore, type MemoryStore } from './kit/memory-store.ts'
import { startNginx } from './kit/nginx.ts'
import {
  SERVER_CORE,
  memoryMb,
  needTools,
  processorMs,
  startScript,
  stayOnLoadCore,
} from '../tests/kit/processes.ts'
import { startProgress } from '../tests/kit/progress.ts'
import { fixed, median, printTable, verdict, type Row } from '../tests/kit/table.ts'
import { load, type Figures, type Load, type Variation } from './kit/wrk.ts'

const ROUNDS = 3
const WARM_UP_SECONDS = 1
const TURN_SECONDS = 1
const COUNTED_SECONDS = 1
const HOSTS = 1000
const RATIO_TARGET = 0.75
const P99_TARGET = 2
const HIT_TARGET = 0.999
const PLAIN = fileURLToPath(new URL('./kit/plain-process.ts', import.meta.url))
/** Headers that every server sets itself. */
const SERVER_HEADERS = ['connection', 'content-length', 'date', 'keep-alive']

const pinned = { core: SERVER_CORE, environment: { TRUSTED_PROXIES: '127.0.0.1' } }

interface Scenario {
  name: string
  path: string
  vary?: Variation
  isHttps?: boolean
  /** Minimum throughput, as a share of the same process with one URL and one host. */
  shareOfHit?: number
}

/** Parameters of an ad click, new in every request, and one unknown parameter. */
const adTags = [
  '"/products?gclid=" .. run .. n',
  '"&gad_source=1&gad_campaignid=" .. n',
  '"&srsltid=" .. run .. n',
  '"&utm_source=google&utm_medium=cpc&utm_campaign=c" .. n',
  '"&unknown" .. n .. "=" .. n',
].join(' .. ')

/** Cycles through this many hosts. */
function anyOf(hosts: number): string {
  return `"t" .. (n % ${hosts}) .. ".localhost"`
}

const scenarios: Scenario[] = [
  { name: 'home, hit', path: '/' },
  { name: 'product, hit', path: '/product/p1' },
  { name: 'listing, hit', path: '/products' },
  { name: 'listing, hit, by https to a proxy', path: '/products', isHttps: true },
  { name: 'listing, fresh ad tags', path: '/products', vary: { path: adTags }, shareOfHit: 0.95 },
  {
    name: 'listing, 1,000 hosts',
    path: '/products',
    vary: { path: '"/products"', host: anyOf(HOSTS) },
    shareOfHit: 0.9,
  },
]

/**
 * Measures pages per second on one core, alternating with `node:http` and nginx that serve the same headers and
 * compressed bytes under the same load. False when a cached page was not served from the cache.
 */
export async function benchThroughput(turnsPerRound: number): Promise<boolean> {
  needTools('wrk', 'nginx', 'taskset')
  stayOnLoadCore()
  const store = await startMemoryStore()
  const comparisons = await compareAll(store.port, turnsPerRound)
  const { counts, areCached, entries } = await countStates(store)
  await store.stop()
  printTable(
    `Throughput: server on core ${SERVER_CORE}, wrk -t1 -c32 on the other, median of ${ROUNDS} rounds of ${turnsPerRound} turns of ${TURN_SECONDS} s, brotli`,
    comparisons.map(rowOf),
  )
  printTable('Answered from the cache, counted apart (a page is fresh for 10 s, then stale once)', counts)
  const expected = scenarios.length - 2 + HOSTS
  console.log(
    `Entries at the end: ${entries}, at most ${expected} expected, because no tag makes a key. ${verdict(entries <= expected)}`,
  )
  return areCached && entries <= expected
}

interface Costly extends Figures {
  /** Processor time of one request, in microseconds. */
  cost: number
}

interface Turn {
  own: Costly
  /** `node:http`; for a scenario with `shareOfHit`, the same process with one URL and one host. */
  baseline: Costly
}

interface Comparison {
  scenario: Scenario
  turns: Turn[]
  /** One turn of each round. */
  nginx: Costly[]
  bytes: number
}

/**
 * Each round starts new processes, because processes of the same kind differ in speed by a third, each constantly.
 * Within a round they alternate every second, because the speed of a shared machine changes as fast.
 */
async function compareAll(apiPort: number, turnsPerRound: number): Promise<Comparison[]> {
  const comparisons = scenarios.map((scenario): Comparison => ({ scenario, turns: [], nginx: [], bytes: 0 }))
  const { report } = startProgress('comparisons', ROUNDS * scenarios.length, Infinity)
  let done = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const storefront = await startBenchStorefront(apiPort, pinned)
    for (const comparison of comparisons) {
      const { scenario } = comparison
      await warm(storefront, scenario)
      if (scenario.shareOfHit === undefined) await compareServers(storefront, comparison, turnsPerRound)
      else await compareWithOnePage(storefront, comparison, turnsPerRound)
      done += 1
      report(done)
    }
    await storefront.stop()
  }
  return comparisons
}

/** Adds turns beside `node:http`, and one turn of nginx. */
async function compareServers(
  storefront: BenchStorefront,
  comparison: Comparison,
  turnsPerRound: number,
): Promise<void> {
  const { path, isHttps } = comparison.scenario
  const page = await storefront.get(path, 'localhost', isHttps)
  const headers = sentHeaders(page)
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-plain-'))
  const file = join(directory, 'body')
  writeFileSync(file, page.body)
  const plain = await startScript([PLAIN, file, JSON.stringify(headers)], { core: SERVER_CORE })
  const nginx = await startNginx(page.body, headers)
  const target = { path, isHttps }
  for (const { port } of [storefront, plain]) await load({ port, ...target, seconds: WARM_UP_SECONDS })
  comparison.nginx.push(await measure(nginx, target))
  for (let turn = 0; turn < turnsPerRound; turn += 1) {
    const baseline = await measure(plain, target)
    comparison.turns.push({ baseline, own: await measure(storefront, target) })
  }
  comparison.bytes = page.body.length
  await plain.stop()
  await nginx.stop()
  rmSync(directory, { recursive: true })
}

/** Adds turns beside the same process with one URL and one host. */
async function compareWithOnePage(
  storefront: BenchStorefront,
  comparison: Comparison,
  turnsPerRound: number,
): Promise<void> {
  const { path, vary } = comparison.scenario
  // Also written by the generator's script: constants would be cheaper for it.
  const same = { path, vary: { path: JSON.stringify(path), host: vary?.host && anyOf(1) } }
  await load({ port: storefront.port, path, vary, seconds: WARM_UP_SECONDS })
  for (let turn = 0; turn < turnsPerRound; turn += 1) {
    const baseline = await measure(storefront, same)
    comparison.turns.push({ baseline, own: await measure(storefront, { path, vary }) })
  }
  comparison.bytes = (await storefront.get(path)).body.length
}

/** Counts the cached responses of each scenario, and the cache entries of all. */
async function countStates(store: MemoryStore) {
  const storefront = await startBenchStorefront(store.port, pinned)
  const counts: Row[] = []
  let areCached = true
  for (const scenario of scenarios) {
    await warm(storefront, scenario)
    const before = memoryMb(storefront.pid)
    const calls = store.calls.length
    const { states, requests } = await load({
      port: storefront.port,
      ...scenario,
      seconds: COUNTED_SECONDS,
      countsStates: true,
    })
    const hitRate = ((states.hit ?? 0) + (states.stale ?? 0)) / requests
    const isCached = hitRate >= HIT_TARGET
    areCached &&= isCached
    counts.push({
      load: scenario.name,
      requests,
      'hit rate': `${fixed(hitRate * 100, 2)} %`,
      target: '≥ 99.9 %',
      verdict: verdict(isCached),
      'of them stale': states.stale ?? 0,
      'calls upstream': store.calls.length - calls,
      'memory before → after': `${fixed(before)} → ${fixed(memoryMb(storefront.pid))} MB`,
    })
  }
  const entries = await storefront.purge(
    'tenant:localhost',
    ...Array.from({ length: HOSTS }, (_, index) => `tenant:t${index}.localhost`),
  )
  await storefront.stop()
  return { counts, areCached, entries }
}

function rowOf({ scenario: { name, shareOfHit }, turns, nginx, bytes }: Comparison): Row {
  const [own, baseline] = [middle(turns.map((turn) => turn.own)), middle(turns.map((turn) => turn.baseline))]
  const ratio = median(turns.map((turn) => turn.own.perSecond / turn.baseline.perSecond))
  const costRatio = median(turns.map((turn) => turn.baseline.cost / turn.own.cost))
  const row = {
    page: name,
    bytes,
    'req/s': Math.round(own.perSecond),
    'p50 / p99 ms': `${fixed(own.p50, 2)} / ${fixed(own.p99, 2)}`,
    'core busy': busy(own),
  }
  if (shareOfHit !== undefined) {
    return {
      ...row,
      'processor µs': fixed(own.cost),
      '× hit': fixed(ratio, 2),
      '× by processor time': fixed(costRatio, 2),
      target: `≥ ${shareOfHit} × hit`,
      verdict: verdict(ratio >= shareOfHit),
    }
  }
  const served = middle(nginx)
  const p99Ratio = median(turns.map((turn) => turn.own.p99 / turn.baseline.p99))
  return {
    ...row,
    'node:http': Math.round(baseline.perSecond),
    'its p99': fixed(baseline.p99, 2),
    'its core busy': busy(baseline),
    nginx: Math.round(served.perSecond),
    '× nginx': fixed(own.perSecond / served.perSecond, 2),
    'processor µs': [own, baseline, served].map(({ cost }) => fixed(cost)).join(', '),
    '× node:http': fixed(ratio, 2),
    '× by processor time': fixed(costRatio, 2),
    'p99 ×': fixed(p99Ratio, 1),
    '× hit': '',
    target: `≥ ${RATIO_TARGET}, p99 ≤ × ${P99_TARGET}`,
    verdict: verdict(ratio >= RATIO_TARGET && p99Ratio <= P99_TARGET),
  }
}

/** Share of the core that the server used. Well below 100 %, the load generator or other work was the limit. */
function busy({ cost, perSecond }: Costly): string {
  return `${fixed((cost * perSecond) / 10_000, 0)} %`
}

/** @throws {Error} when a response was an error */
async function measure(
  { pid, port }: { pid: number; port: number },
  target: Pick<Load, 'path' | 'vary' | 'isHttps'>,
): Promise<Costly> {
  const before = processorMs(pid)
  const figures = await load({ port, ...target, seconds: TURN_SECONDS })
  if (figures.errors > 0) {
    throw new Error(`${figures.errors} answers were errors: the figures of ${target.path} mean nothing.`)
  }
  return { ...figures, cost: ((processorMs(pid) - before) * 1000) / figures.requests }
}

/** Fills the cache, with the page of every host when hosts vary. */
async function warm(storefront: BenchStorefront, { path, vary, isHttps }: Scenario): Promise<void> {
  const hosts = vary?.host
    ? Array.from({ length: HOSTS }, (_, index) => `t${index}.localhost`)
    : ['localhost']
  for (const host of hosts) {
    const { state } = await storefront.get(path, host, isHttps)
    // A page with skeletons is not cached.
    if (state === 'bypass') await storefront.get(path, host, isHttps)
  }
}

function sentHeaders({ headers }: PageResponse): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !SERVER_HEADERS.includes(name)))
}

function middle(figures: Costly[]): Costly {
  const speed = median(figures.map(({ perSecond }) => perSecond))
  const found = figures.find(({ perSecond }) => perSecond === speed)
  if (!found) throw new Error('Nothing was measured.')
  return found
}
