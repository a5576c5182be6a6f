import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { startBenchStorefront, type BenchStorefront } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { startNginx } from './kit/nginx.ts'
import {
  SERVER_CORE,
  memoryMb,
  needTools,
  processorMs,
  startScript,
  stayOnLoadCore,
} from './kit/processes.ts'
import { fixed, median, printTable, verdict, type Row } from './kit/table.ts'
import { load, type Figures, type Variation } from './kit/wrk.ts'

const ROUNDS = 3
/** A process that has just rendered a thousand pages takes some seconds to reach full speed. */
const WARM_UP_SECONDS = 3
const TURN_SECONDS = 1
const COUNTED_SECONDS = 2
const HOSTS = 1000
const RATIO_TARGET = 0.75
const P99_TARGET = 2
const HIT_TARGET = 0.999
const PLAIN = fileURLToPath(new URL('./kit/plain-process.ts', import.meta.url))

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
 * Measures pages per second on one core, alternating with `node:http` and nginx that serve the same compressed bytes
 * under the same load. False when a cached page was not served from the cache.
 */
export async function benchThroughput(turnsPerRound: number): Promise<boolean> {
  needTools('wrk', 'nginx', 'taskset')
  stayOnLoadCore()
  const store = await startMemoryStore()
  const storefront = await startBenchStorefront(store.port, pinned)
  const rows: Row[] = []
  const counts: Row[] = []
  let areCached = true
  for (const scenario of scenarios) {
    await warm(storefront, scenario)
    const before = memoryMb(storefront.pid)
    const measured = await compare(store.port, scenario, turnsPerRound)
    rows.push(rowOf(scenario, measured))

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
  await store.stop()
  printTable(
    `Throughput: server on core 0, wrk -t1 -c32 on core 1, median of ${ROUNDS} rounds of ${turnsPerRound} turns of ${TURN_SECONDS} s, brotli`,
    rows,
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

interface Measured {
  own: Costly
  plain: Costly
  nginx: Costly
  bytes: number
  ratio: number
  nginxRatio: number
  p99Ratio: number
  /** Throughput relative to the same process with one URL and one host. */
  share: number
}

/**
 * Each round starts new processes, because processes of the same kind differ in speed by a third, each constantly.
 * Within a round they alternate every second, because the speed of a shared machine changes as fast.
 */
async function compare(apiPort: number, scenario: Scenario, turnsPerRound: number): Promise<Measured> {
  const { path, vary, isHttps } = scenario
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-plain-'))
  const file = join(directory, 'body')
  // One URL and host, also written by the generator's script: constants would be cheaper for it.
  const same = { path: JSON.stringify(path), host: vary?.host && anyOf(1) }
  const turns: { own: Costly; alike: Costly; plain: Costly; nginx: Costly; bytes: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const storefront = await startBenchStorefront(apiPort, pinned)
    await warm(storefront, scenario)
    await storefront.get(path)
    const { body } = await storefront.get(path)
    writeFileSync(file, body)
    const plain = await startScript([PLAIN, file], { core: SERVER_CORE })
    const nginx = await startNginx(body)
    for (const { port } of [plain, nginx, storefront])
      await load({ port, ...scenario, seconds: WARM_UP_SECONDS })
    for (let turn = 0; turn < turnsPerRound; turn += 1) {
      const figures = {
        plain: await measure(plain, scenario),
        nginx: await measure(nginx, scenario),
        own: await measure(storefront, scenario),
      }
      const alike = vary ? await measure(storefront, { path, vary: same, isHttps }) : figures.own
      turns.push({ ...figures, alike, bytes: body.length })
    }
    for (const running of [plain, nginx, storefront]) await running.stop()
  }
  rmSync(directory, { recursive: true })
  const errors = turns.reduce(
    (sum, { own, alike, plain, nginx }) => sum + own.errors + alike.errors + plain.errors + nginx.errors,
    0,
  )
  if (errors > 0) throw new Error(`${errors} answers were errors: the figures of ${path} mean nothing.`)
  return {
    own: middle(turns.map(({ own }) => own)),
    plain: middle(turns.map((turn) => turn.plain)),
    nginx: middle(turns.map((turn) => turn.nginx)),
    bytes: median(turns.map(({ bytes }) => bytes)),
    ratio: median(turns.map((turn) => turn.own.perSecond / turn.plain.perSecond)),
    nginxRatio: median(turns.map((turn) => turn.own.perSecond / turn.nginx.perSecond)),
    p99Ratio: median(turns.map((turn) => turn.own.p99 / turn.plain.p99)),
    share: median(turns.map((turn) => turn.own.perSecond / turn.alike.perSecond)),
  }
}

function rowOf({ name, shareOfHit }: Scenario, measured: Measured): Row {
  const { own, plain, nginx, bytes, ratio, nginxRatio, p99Ratio, share } = measured
  const isMet =
    shareOfHit === undefined ? ratio >= RATIO_TARGET && p99Ratio <= P99_TARGET : share >= shareOfHit
  return {
    page: name,
    bytes,
    'req/s': Math.round(own.perSecond),
    'p50 / p99 ms': `${fixed(own.p50, 2)} / ${fixed(own.p99, 2)}`,
    'node:http': Math.round(plain.perSecond),
    'its p99': fixed(plain.p99, 2),
    nginx: Math.round(nginx.perSecond),
    '× nginx': fixed(nginxRatio, 2),
    '× node:http': fixed(ratio, 2),
    'processor µs, node:http’s, nginx’s': [own, plain, nginx].map(({ cost }) => fixed(cost, 0)).join(', '),
    'p99 ×': fixed(p99Ratio, 1),
    '× hit': shareOfHit === undefined ? '' : fixed(share, 2),
    target: shareOfHit === undefined ? `≥ ${RATIO_TARGET}, p99 ≤ × ${P99_TARGET}` : `≥ ${shareOfHit} × hit`,
    verdict: verdict(isMet),
  }
}

async function measure(
  { pid, port }: { pid: number; port: number },
  scenario: Pick<Scenario, 'path' | 'vary' | 'isHttps'>,
): Promise<Costly> {
  const before = processorMs(pid)
  const figures = await load({ port, ...scenario, seconds: TURN_SECONDS })
  return { ...figures, cost: ((processorMs(pid) - before) * 1000) / figures.requests }
}

/** Fills the cache, with the page of every host when hosts vary. */
async function warm(storefront: BenchStorefront, { path, vary, isHttps }: Scenario): Promise<void> {
  const hosts = vary?.host
    ? Array.from({ length: HOSTS }, (_, index) => `t${index}.localhost`)
    : ['localhost']
  for (const host of hosts) {
    const { state } = await storefront.get(path, host)
    // A page with skeletons is not cached.
    if (state === 'bypass') await storefront.get(path, host)
  }
  // The page for https is another entry.
  if (isHttps) await load({ port: storefront.port, path, isHttps, seconds: 1 })
}

function middle(figures: Costly[]): Costly {
  const speed = median(figures.map(({ perSecond }) => perSecond))
  const found = figures.find(({ perSecond }) => perSecond === speed)
  if (!found) throw new Error('Nothing was measured.')
  return found
}
