import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Agent, request } from 'undici'

import { startOtherStore } from '../tests/helpers/other-store.ts'
import { startStorefront, type Storefront } from '../tests/helpers/storefront.ts'

/**
 * `npm run bench -- pages`: pages per second of the storefront beside plain `node:http` that serves the same bytes, in
 * turns. Client and servers share this machine's cores: read the ratios, not the absolutes.
 */

const PAGES = ['/', '/products', '/product/plain-1', '/terms']
const ROUNDS = 3
const CONNECTIONS = 16
const REQUESTS_PER_ROUND = 10_000
const HEADERS = { 'accept-encoding': 'br' }

interface Figures {
  perSecond: number
  p50: number
  p99: number
}

export async function benchPages(): Promise<void> {
  const store = await startOtherStore()
  const storefront = await startStorefront(store.port)
  const rows = []
  for (const path of PAGES) rows.push(await compare(storefront, path))
  await storefront.stop()
  await store.stop()
  console.log(
    `Median of ${ROUNDS} turns, ${REQUESTS_PER_ROUND} requests each, ${CONNECTIONS} connections, brotli.`,
  )
  console.table(rows)
}

async function compare(storefront: Storefront, path: string) {
  const baseline = await servePlain(await bodyOf(storefront.port, path))
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
        const { body } = await request(`http://localhost:${port}${path}`, { dispatcher, headers: HEADERS })
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

async function bodyOf(port: number, path: string): Promise<Buffer> {
  const { body } = await request(`http://localhost:${port}${path}`, { headers: HEADERS })
  return Buffer.from(await body.arrayBuffer())
}

async function servePlain(body: Buffer) {
  const server = createServer((_, response) => {
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        'content-length': body.length,
      })
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
