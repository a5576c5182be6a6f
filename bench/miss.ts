import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

import { BROTLI_QUALITY, brotliOptions } from '../src/server/page-cache/cache-entry.ts'
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
/** Pages per second of ours over those of bare Astro, which neither calls nor compresses. */
const RATIO_TARGET = 0.7
/** Processor time of a page of ours over that of the floor. */
const FLOOR_TIMES = 2
/** Listing pages per second of the best compared storefront, on a similar machine (withastro/storefront). */
const BEST_PEER = 206
const PEER_TIMES = 7
const QUALITIES = [3, 4, 5, 6, 7, 8, 9, 10, 11]
const COMPRESSIONS = 15

interface Costly extends Figures {
  /** Processor time of one request, over all threads of its server. */
  processorMs: number
  /** Calls of the store API for one request. */
  calls: number
}

type Kind = 'bare' | 'floor' | 'own' | 'uncached'

const uniqueKey: Variation = { path: '"/products?parentCategory=c" .. run .. n' }

/**
 * Measures an uncached listing beside a floor: one call of the store API, bare Astro with the same markup, and Brotli at the
 * same quality.
 */
export async function benchMiss(): Promise<boolean> {
  needTools('wrk', 'taskset')
  stayOnLoadCore()
  const store = await startMemoryStore()
  const own = await startBenchStorefront(store.port, { core: SERVER_CORE })
  const uncached = await startBenchStorefront(store.port, {
    core: SERVER_CORE,
    environment: { PAGE_CACHE: 'off' },
  })
  const htmlOf = async (path: string) => brotliDecompressSync((await own.get(path)).body)
  const html = (await htmlOf('/products')).toString()
  const floor = await startBareAstro(html, store.port)
  const floorBytes = (await (await fetch(`http://127.0.0.1:${floor.port}/`)).arrayBuffer()).byteLength
  printQualities({
    home: await htmlOf('/'),
    listing: await htmlOf('/products'),
    product: await htmlOf('/product/p1'),
    policy: await htmlOf('/privacy'),
  })

  const run = async ({ pid, port }: Running, path: string, vary?: Variation): Promise<Costly> => {
    store.calls.length = 0
    const before = processorMs(pid)
    const loaded = { port, path, vary, seconds: SECONDS, connections: CONNECTIONS, countsStates: true }
    const figures = await load(loaded)
    const { requests } = figures
    return {
      ...figures,
      processorMs: (processorMs(pid) - before) / requests,
      calls: store.calls.length / requests,
    }
  }
  const runAll = async (): Promise<Record<Kind, Costly>> => ({
    bare: await run(floor, '/'),
    floor: await run(floor, '/whole'),
    own: await run(own, '/', uniqueKey),
    uncached: await run(uncached, '/products'),
  })
  await runAll()
  const rounds: Record<Kind, Costly>[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await runAll())
  for (const running of [floor, own, uncached, store]) await running.stop()

  const row = (name: string, kind: Kind) => {
    const of = (read: (figures: Costly) => number) => median(rounds.map((round) => read(round[kind])))
    const ratio = median(rounds.map((round) => round[kind].perSecond / round.bare.perSecond))
    const times = median(rounds.map((round) => round[kind].processorMs / round.floor.processorMs))
    const [perSecond, milliseconds, calls] = [
      of((figures) => figures.perSecond),
      of((figures) => figures.processorMs),
      of((figures) => figures.calls),
    ]
    const skeletons = rounds.reduce((sum, round) => sum + (round.own.states.bypass ?? 0), 0)
    return {
      listing: name,
      'pages/s': Math.round(perSecond),
      'p50 / p99 ms': `${fixed(of(({ p50 }) => p50))} / ${fixed(of(({ p99 }) => p99))}`,
      '× bare': fixed(ratio, 2),
      'bare target': `≥ ${RATIO_TARGET}`,
      'verdict on bare': verdict(ratio >= RATIO_TARGET),
      'processor ms': fixed(milliseconds, 2),
      '× floor': fixed(times, 2),
      target: `≤ ${FLOOR_TIMES}`,
      verdict: verdict(times <= FLOOR_TIMES),
      '× best peer': fixed(perSecond / BEST_PEER),
      'peer target': `≥ ${PEER_TIMES}`,
      'its verdict': verdict(perSecond >= BEST_PEER * PEER_TIMES),
      'calls upstream per page': fixed(calls, 2),
      'with skeletons': kind === 'own' ? skeletons : 0,
    }
  }
  printTable(
    `Misses: server on core 0, median of ${ROUNDS} rounds of ${SECONDS} s in turns, ${CONNECTIONS} connections; the API answers from memory (core 1)`,
    [
      row('a key of its own in every request', 'own'),
      row('PAGE_CACHE=off', 'uncached'),
      row('floor: one call, bare Astro, Brotli', 'floor'),
      row('bare Astro', 'bare'),
    ],
  )
  console.log(
    `Ours weighs ${html.length} characters, the floor ${floorBytes} bytes; both are compressed at quality ${BROTLI_QUALITY}. The best peer made ${BEST_PEER} pages/s.`,
  )
  return rounds.every(({ own: { errors }, uncached: { errors: others } }) => errors + others === 0)
}

/** Prints the size of each page and the time to compress it, by quality. */
function printQualities(pages: Record<string, Buffer>): void {
  const rows = QUALITIES.map((quality) => ({
    quality: `${quality}${quality === BROTLI_QUALITY ? ' (pages)' : ''}`,
    ...Object.fromEntries(
      Object.entries(pages).map(([name, text]) => {
        const measured = Array.from({ length: COMPRESSIONS }, () => {
          const startedAt = performance.now()
          const { length } = brotliCompressSync(text, brotliOptions(text.length, quality))
          return { length, milliseconds: performance.now() - startedAt }
        })
        const milliseconds = median(measured.map((one) => one.milliseconds))
        return [name, `${measured[0]?.length} B, ${fixed(milliseconds, 2)} ms`]
      }),
    ),
  }))
  const sizes = Object.entries(pages).map(([name, { length }]) => `${name} ${length}`)
  printTable(`Brotli by quality, median of ${COMPRESSIONS} (bytes before: ${sizes.join(', ')})`, rows)
}
