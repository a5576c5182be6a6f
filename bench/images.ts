import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

import { request } from 'undici'

import { startBenchStorefront } from './kit/bench-storefront.ts'
import { startMemoryStore } from './kit/memory-store.ts'
import { startNginx } from './kit/nginx.ts'
import { SERVER_CORE, needTools, startScript, stayOnLoadCore } from './kit/processes.ts'
import { fixed, median, printTable, verdict } from './kit/table.ts'
import { load } from './kit/wrk.ts'

const ROUNDS = 3
const SECONDS = 3
const ACCEPT = 'image/avif,image/webp,*/*'
const PICTURE = /\/_img\/320\/[^\s",]+/g
const RATIO_TARGET = 0.5
const COLD_TARGET_MS = 150
const STATIC = fileURLToPath(new URL('./kit/static-process.ts', import.meta.url))

/**
 * Compares a cached picture with the same bytes as a static file, alternating between them, and measures the
 * conversion of uncached ones.
 */
export async function benchImages(): Promise<boolean> {
  needTools('wrk', 'nginx', 'taskset')
  const store = await startMemoryStore()
  const cold = await coldTimes(store.port)

  stayOnLoadCore()
  const own = await startBenchStorefront(store.port, { core: SERVER_CORE })
  const [path = ''] = await picturesOf(own.port, '/products')
  const { body } = await getPicture(own.port, path)
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-static-'))
  writeFileSync(join(directory, 'picture.avif'), body)
  const plain = await startScript([STATIC, directory], { core: SERVER_CORE })
  const nginx = await startNginx(body, { 'content-type': 'image/avif' })
  const targets = [
    { port: plain.port, path: '/picture.avif' },
    { port: nginx.port, path: '/' },
    { port: own.port, path },
  ]
  for (const target of targets) await load({ ...target, seconds: 1, accept: ACCEPT })
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const figures = []
    for (const target of targets) figures.push(await load({ ...target, seconds: SECONDS, accept: ACCEPT }))
    const [file, served, ours] = figures
    if (!file || !served || !ours) throw new Error('No round was measured.')
    if (figures.some(({ errors }) => errors > 0)) throw new Error('Some answers were errors: no figures.')
    rounds.push({ file, served, ours })
  }
  for (const running of [own, plain, nginx, store]) await running.stop()
  rmSync(directory, { recursive: true })

  const ratio = median(rounds.map(({ ours, file }) => ours.perSecond / file.perSecond))
  const coldMs = median(cold)
  printTable(
    `Pictures, 320 px AVIF of ${body.length} bytes; warm: core 0, median of ${ROUNDS} rounds in turns`,
    [
      {
        figure: 'made already',
        measured: `${Math.round(median(rounds.map(({ ours }) => ours.perSecond)))}/s`,
        'static file (sirv)': `${Math.round(median(rounds.map(({ file }) => file.perSecond)))}/s`,
        '× static': fixed(ratio, 2),
        nginx: `${Math.round(median(rounds.map(({ served }) => served.perSecond)))}/s`,
        target: `≥ ${RATIO_TARGET} × static`,
        verdict: verdict(ratio >= RATIO_TARGET),
      },
      {
        figure: `made now, one at a time, both cores, median of ${cold.length}`,
        measured: `${fixed(coldMs, 0)} ms, worst ${fixed(Math.max(...cold), 0)}`,
        target: `≤ ${COLD_TARGET_MS} ms`,
        verdict: verdict(coldMs <= COLD_TARGET_MS),
      },
    ],
  )
  return true
}

/** Milliseconds until each uncached picture of the listing arrives; the first request warms up the converter. */
async function coldTimes(apiPort: number): Promise<number[]> {
  const storefront = await startBenchStorefront(apiPort)
  const times = []
  for (const path of await picturesOf(storefront.port, '/products')) {
    const startedAt = performance.now()
    await getPicture(storefront.port, path)
    times.push(performance.now() - startedAt)
  }
  await storefront.stop()
  return times.slice(1)
}

async function picturesOf(port: number, page: string): Promise<string[]> {
  const { body } = await request(`http://127.0.0.1:${port}${page}`, {
    headers: { host: 'localhost', 'accept-encoding': 'br' },
  })
  const html = brotliDecompressSync(Buffer.from(await body.arrayBuffer())).toString()
  const found = [...new Set(html.match(PICTURE))]
  if (found.length === 0) throw new Error(`${page} names no picture of 320 px: nothing is measured.`)
  return found
}

async function getPicture(port: number, path: string): Promise<{ body: Buffer }> {
  const { statusCode, headers, body } = await request(`http://127.0.0.1:${port}${path}`, {
    headers: { host: 'localhost', accept: ACCEPT },
  })
  if (statusCode !== 200 || headers['content-type'] !== 'image/avif') {
    throw new Error(
      `${path} answered ${statusCode} ${String(headers['content-type'])}: there is no AVIF to measure.`,
    )
  }
  return { body: Buffer.from(await body.arrayBuffer()) }
}
