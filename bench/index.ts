import { createServer } from 'node:http'
import { cpus } from 'node:os'
import type { AddressInfo } from 'node:net'

import { Agent, request } from 'undici'

import { startOtherStore } from '../tests/helpers/other-store.ts'
import { startStorefront } from '../tests/helpers/storefront.ts'

/**
 * `npm run bench`: pages per second of the storefront beside plain `node:http` that serves the same bytes, in turns.
 * Everything runs on this machine and shares its cores: read the ratios, not the absolutes.
 */

const PAGES = ['/', '/products', '/product/plain-1', '/terms']
const ROUNDS = 3
const CONNECTIONS = 16
const REQUESTS_PER_ROUND = 600

interface Figures {
  perSecond: number
  p50: number
  p99: number
}

const store = await startOtherStore()
const storefront = await startStorefront(store.port)
const rows = []
for (const path of PAGES) rows.push(await compare(path))
await storefront.stop()
await store.stop()

const [cpu] = cpus()
console.log(`${cpu?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`)
console.log(`Median of ${ROUNDS} turns, ${REQUESTS_PER_ROUND} requests each, ${CONNECTIONS} connections.`)
console.table(rows)

async function compare(path: string) {
  const { html } = await storefront.get(path)
  const baseline = await servePlain(html)
  const ours: Figures[] = []
  const plain: Figures[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await load(storefront.port, path))
    plain.push(await load(baseline.port, path))
  }
  baseline.stop()
  const [own, other] = [median(ours), median(plain)]
  return {
    page: path,
    'pages/s': Math.round(own.perSecond),
    'p50 ms': own.p50.toFixed(1),
    'p99 ms': own.p99.toFixed(1),
    'plain node:http/s': Math.round(other.perSecond),
    ratio: (own.perSecond / other.perSecond).toFixed(3),
  }
}

async function load(port: number, path: string): Promise<Figures> {
  const dispatcher = new Agent({ connections: CONNECTIONS })
  const times: number[] = []
  let left = REQUESTS_PER_ROUND
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left > 0) {
        left -= 1
        const start = performance.now()
        const { body } = await request(`http://localhost:${port}${path}`, { dispatcher })
        await body.dump({ limit: Number.MAX_SAFE_INTEGER })
        times.push(performance.now() - start)
      }
    }),
  )
  const seconds = (performance.now() - begin) / 1000
  await dispatcher.close()
  times.sort((one, other) => one - other)
  return { perSecond: times.length / seconds, p50: at(times, 0.5), p99: at(times, 0.99) }
}

function median(figures: Figures[]): Figures {
  const sorted = figures.toSorted((one, other) => one.perSecond - other.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('No round was measured.')
  return middle
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

async function servePlain(html: string) {
  const body = Buffer.from(html)
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
      .end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
