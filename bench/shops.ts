import { request } from 'undici'

import { copyTemplate, databaseAt } from '../tests/postgres/databases.ts'
import { startBenchStorefront } from './kit/bench-storefront.ts'
import { waitForCacheExpiry } from './kit/cache-expiry.ts'
import { withPostgres } from './kit/postgres.ts'
import { memoryMb, startScript, type Running } from './kit/processes.ts'
import { fixed, percentile, printTable, verdict } from './kit/table.ts'
import { makeShops } from './shops-data.ts'

const PRODUCTS = 1000
const LARGE = 100_000
const ROUNDS = 400
const WARM_UP = 50
const TARGET = 1.5
const PAGES = ['/', '/products', '/product/p1']
const PAGE_CACHE_MB = 64
/** Limit of the storefront's memory growth in the second round over all shops. */
const GROWTH_MAX = 1.1

/** The measured shop, alone in a database and among the others. */
const SHOP = 'shop-1.localhost'

/**
 * Compares a small shop alone with the same shop among many thousand products of others: times of its requests, one
 * round over all shops' pages, and the storefront's memory afterwards. Only counts fail the bench.
 */
export async function benchShops(shops: number): Promise<boolean> {
  return withPostgres(async (lone, server) => {
    const many = await copyTemplate(server.url())
    const adminOf = (url: string) => databaseAt(url, new URL(url).pathname, 'postgres')
    await makeShops(adminOf(lone), [PRODUCTS])
    const startedAt = performance.now()
    await makeShops(adminOf(many), [...Array<number>(shops).fill(PRODUCTS), LARGE])
    const made = (performance.now() - startedAt) / 1000
    console.log(
      `${shops} shops of ${PRODUCTS} products and one of ${LARGE} were written in ${fixed(made)} s.`,
    )

    const apis = [await startApi(lone), await startApi(many)] as const
    const times = await measure(apis, shops)
    printTable(`Calls of one shop at the API, ${ROUNDS} each, alone and among ${shops}`, times)
    const isBounded = await measurePages(apis[1], shops)
    for (const api of apis) await api.stop()
    return isBounded
  })
}

function startApi(databaseUrl: string): Promise<Running> {
  return startScript(['api/index.ts'], {
    environment: { DATABASE_URL: databaseUrl, API_PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' },
  })
}

async function measure([lone, many]: readonly [Running, Running], shops: number) {
  const calls = {
    'listing, page 1': () => '/products',
    'listing, some page': (round: number) => `/products?page=${(round % 80) + 2}`,
    'listing of a category': () => '/products?category=kurtas',
    product: (round: number) => `/products/p${(round % PRODUCTS) + 1}`,
  }
  const measured = Object.entries(calls).map(([call, path]) => {
    const taken: Record<'alone' | 'among' | 'any', number[]> = { alone: [], among: [], any: [] }
    return { call, path, taken }
  })
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    await waitForCacheExpiry()
    // The first request after a pause is slower, whatever its path.
    await Promise.all([lone, many].map(({ port }) => time(port, SHOP, '/products?limit=1')))
    for (const { path, taken } of measured) {
      const at = path(Math.abs(round))
      const any = `shop-${(Math.abs(round * 7919) % shops) + 1}.localhost`
      // Alternate, so that other load on the machine affects all alike.
      const times = [
        await time(lone.port, SHOP, at),
        await time(many.port, SHOP, at),
        await time(many.port, any, at),
      ] as const
      if (round < 0) continue
      taken.alone.push(times[0])
      taken.among.push(times[1])
      taken.any.push(times[2])
    }
  }
  return measured.map(({ call, taken }) => {
    const p = (times: number[], share: number) => percentile(times, share)
    const ratio = p(taken.among, 0.5) / p(taken.alone, 0.5)
    const tail = p(taken.among, 0.99) / p(taken.alone, 0.99)
    return {
      call,
      'alone p50 / p99 ms': `${fixed(p(taken.alone, 0.5))} / ${fixed(p(taken.alone, 0.99))}`,
      'among p50 / p99 ms': `${fixed(p(taken.among, 0.5))} / ${fixed(p(taken.among, 0.99))}`,
      'any of them p50 / p99 ms': `${fixed(p(taken.any, 0.5))} / ${fixed(p(taken.any, 0.99))}`,
      'p50 ratio': fixed(ratio, 2),
      'p99 ratio': fixed(tail, 2),
      target: `≤ ${TARGET}`,
      verdict: verdict(ratio <= TARGET && tail <= TARGET),
    }
  })
}

/** Requests every page of every shop, twice: the second round must not use more memory. */
async function measurePages(api: Running, shops: number): Promise<boolean> {
  const storefront = await startBenchStorefront(api.port, {
    environment: { PAGE_CACHE_MB: String(PAGE_CACHE_MB) },
  })
  await storefront.get('/', SHOP)
  const empty = memoryMb(storefront.pid)
  const rows = []
  const held = []
  for (const round of ['first', 'second']) {
    const startedAt = performance.now()
    let failed = 0
    for (let shop = 1; shop <= shops; shop += 1) {
      const responses = await Promise.all(PAGES.map((page) => storefront.get(page, `shop-${shop}.localhost`)))
      failed += responses.filter(({ status }) => status !== 200).length
    }
    const memory = memoryMb(storefront.pid)
    held.push(memory)
    rows.push({
      round: `${round} round over ${shops} shops`,
      'pages that failed': failed,
      'ms a shop': fixed((performance.now() - startedAt) / shops),
      'memory MB': fixed(memory),
      'MB a shop since the start': fixed((memory - empty) / shops, 2),
    })
  }
  await storefront.stop()
  const [first = 0, second = 0] = held
  const isBounded = second <= first * GROWTH_MAX && rows.every((row) => row['pages that failed'] === 0)
  printTable(`Storefront over all shops, ${PAGES.length} pages each, page cache of ${PAGE_CACHE_MB} MB`, rows)
  console.log(`Second round at most ${GROWTH_MAX} times the memory of the first: ${verdict(isBounded)}`)
  return isBounded
}

async function time(port: number, host: string, path: string): Promise<number> {
  const startedAt = performance.now()
  const { statusCode, body } = await request(`http://127.0.0.1:${port}/api/v1${path}`, { headers: { host } })
  await body.dump()
  if (statusCode !== 200) throw new Error(`${host}${path} answered ${statusCode}.`)
  return performance.now() - startedAt
}
