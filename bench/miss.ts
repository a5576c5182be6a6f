import { brotliDecompressSync } from 'node:zlib'

import { startBareAstro } from './kit/bare-astro.ts'
import { startBenchStorefront } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { SERVER_CORE, needTools, processorMs, stayOnLoadCore, type Running } from '../tests/kit/processes.ts'
import { fixed, median, printTable, verdict } from '../tests/kit/table.ts'
import { load, type Figures, type Variation } from './kit/wrk.ts'

const ROUNDS = 3
const SECONDS = 4
/** Few enough that no render waits so long that the page contains skeletons. */
const CONNECTIONS = 4
const RATIO_TARGET = 0.7
/** Listing pages per second of the best compared storefront, on a similar machine (withastro/storefront). */
const BEST_PEER = 206
const PEER_TIMES = 7

interface Costly extends Figures {
  /** Processor time of one request, over all threads of its server. */
  processorMs: number
}

const uniqueKey: Variation = { path: '"/products?parentCategory=c" .. run .. n' }

/** Measures renders per second of an uncached listing, compared with a bare Astro page with the same markup. */
export async function benchMiss(): Promise<boolean> {
  needTools('wrk', 'taskset')
  stayOnLoadCore()
  const store = await startMemoryStore()
  const own = await startBenchStorefront(store.port, { core: SERVER_CORE })
  const uncached = await startBenchStorefront(store.port, {
    core: SERVER_CORE,
    environment: { PAGE_CACHE: 'off' },
  })
  const html = brotliDecompressSync((await own.get('/products')).body).toString()
  const bare = await startBareAstro(html, store.port)
  const bareBytes = (await (await fetch(`http://127.0.0.1:${bare.port}/`)).arrayBuffer()).byteLength

  const run = async ({ pid, port }: Running, path: string, vary?: Variation): Promise<Costly> => {
    const before = processorMs(pid)
    const loaded = { port, path, vary, seconds: SECONDS, connections: CONNECTIONS, countsStates: true }
    const figures = await load(loaded)
    return { ...figures, processorMs: (processorMs(pid) - before) / figures.requests }
  }
  const rounds: { bare: Costly; whole: Costly; own: Costly; uncached: Costly }[] = []
  await run(bare, '/')
  await run(bare, '/whole')
  await run(own, '/', uniqueKey)
  await run(uncached, '/products')
  const calls = { whole: 0, own: 0, uncached: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const plain = await run(bare, '/')
    store.calls.length = 0
    const whole = await run(bare, '/whole')
    calls.whole += store.calls.length
    store.calls.length = 0
    const unique = await run(own, '/', uniqueKey)
    calls.own += store.calls.length
    store.calls.length = 0
    const off = await run(uncached, '/products')
    calls.uncached += store.calls.length
    rounds.push({ bare: plain, whole, own: unique, uncached: off })
  }
  for (const running of [bare, own, uncached, store]) await running.stop()

  const cost = (kind: 'bare' | 'whole' | 'own' | 'uncached') =>
    fixed(median(rounds.map((round) => round[kind].processorMs)), 2)
  const row = (name: string, kind: 'whole' | 'own' | 'uncached') => {
    const figures = rounds.map((round) => round[kind])
    const ratio = median(rounds.map((round) => round[kind].perSecond / round.bare.perSecond))
    const requests = figures.reduce((sum, { requests }) => sum + requests, 0)
    const deferred = figures.reduce((sum, { states }) => sum + (kind === 'own' ? (states.bypass ?? 0) : 0), 0)
    const perSecond = median(figures.map((figure) => figure.perSecond))
    return {
      listing: name,
      'pages/s': Math.round(perSecond),
      'p50 / p99 ms': `${fixed(median(figures.map(({ p50 }) => p50)))} / ${fixed(median(figures.map(({ p99 }) => p99)))}`,
      'bare Astro/s': Math.round(median(rounds.map((round) => round.bare.perSecond))),
      '× bare': fixed(ratio, 2),
      target: `≥ ${RATIO_TARGET}`,
      verdict: verdict(ratio >= RATIO_TARGET),
      'processor ms, bare’s': `${cost(kind)}, ${cost('bare')}`,
      'best peer, then': `${BEST_PEER}/s, × ${fixed(perSecond / BEST_PEER)}`,
      'peer target': `≥ × ${PEER_TIMES}`,
      'its verdict': verdict(perSecond >= BEST_PEER * PEER_TIMES),
      'calls upstream per page': fixed(calls[kind] / requests, 2),
      'with skeletons': deferred,
    }
  }
  printTable(
    `Misses: server on core 0, median of ${ROUNDS} rounds of ${SECONDS} s in turns, ${CONNECTIONS} connections; the API answers from memory (core 1)`,
    [
      row('a key of its own in every request', 'own'),
      row('PAGE_CACHE=off', 'uncached'),
      row('bare Astro, one call before, Brotli after', 'whole'),
    ],
  )
  console.log(
    `Ours weighs ${html.length} characters, bare Astro's ${bareBytes} bytes; ours are compressed (brotli 8, or 3 while the process is overrun), bare Astro's are not.`,
  )
  return rounds.every(({ own: { errors }, uncached: { errors: others } }) => errors + others === 0)
}
