import { startApiProcess } from '../../tests/kit/api/api-process.ts'
import { makeShop } from '../../tests/kit/api/large-shop.ts'
import { placeOrders } from '../../tests/kit/counts/count-payments.ts'
import type { PostgresServer } from '../../tests/kit/database/server.ts'
import { processorMs, SERVER_CORE } from '../../tests/kit/processes.ts'
import { median } from '../../tests/kit/table.ts'
import { startBenchStorefront } from './bench-storefront.ts'
import { load, type Load } from './wrk.ts'

const SHOPS = 100
const PRODUCTS = 100
const ROUNDS = 3
const SECONDS = 4
const WARM_UP = 3000
/** Few enough that no render waits so long that the page contains skeletons. */
const CONNECTIONS = 4
const ORDERS = 300
/** Share of the requests: an overloaded machine refuses some. */
const ERRORS_MAX = 0.01
const PATHS = ['/', '/products?page=2', '/product/p7']
const anyPage = `(n % 3 == 0 and "/" or n % 3 == 1 and "/products?page=" .. (n % 8 + 1) or "/product/p" .. (n % ${PRODUCTS}))`
const anyProduct = `"/api/v1/products/p" .. (n % ${PRODUCTS})`
const anyShop = `"shop-" .. (n % ${SHOPS}) .. ".localhost"`

/** Processor milliseconds of one piece of work, by process. */
export interface Cost {
  storefront: number
  api: number
  database: number
}

export interface Costs {
  /** A page from the cache of the storefront. */
  hit: Cost
  /** A page that the storefront renders, with each call that it makes. */
  render: Cost
  /** A product for the browser, which calls the API itself for the cart. */
  call: Cost
  /** An order with the start of its payment, and an account for each hundred. */
  order: Cost
  /** Of a page in Brotli. */
  pageBytes: number
}

/** Measures what pages and orders cost on storefront, API and PostgreSQL with 100 shops of 100 products. */
export async function measureCosts(databaseUrl: string, server: PostgresServer): Promise<Costs> {
  const api = await startApiProcess(databaseUrl, {
    async prepare(db) {
      for (let shop = 0; shop < SHOPS; shop += 1)
        await makeShop(db, `shop-${shop}`, PRODUCTS, 'varied', `shop-${shop}.localhost`)
    },
  })
  const start = (cache: 'on' | 'off') =>
    startBenchStorefront(api.port, {
      core: SERVER_CORE,
      environment: { PAGE_CACHE: cache },
    })
  const cached = await start('on')
  const uncached = await start('off')

  async function costOf(pid: number, work: () => Promise<number>, warmUp = WARM_UP): Promise<Cost> {
    // By number, not by time: code that V8 has not compiled yet costs ten times as much.
    for (let done = 0; done < warmUp;) done += await work()
    const costs: Cost[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const pids = [pid, api.pid, server.pid]
      const before = pids.map(processorMs)
      const count = await work()
      const [storefront = 0, ofApi = 0, database = 0] = pids.map(
        (one, index) => (processorMs(one) - (before[index] ?? 0)) / count,
      )
      costs.push({ storefront, api: ofApi, database })
    }
    const middle = (name: keyof Cost) => median(costs.map((cost) => cost[name]))
    return { storefront: middle('storefront'), api: middle('api'), database: middle('database') }
  }
  async function requests(target: Omit<Load, 'seconds'>): Promise<number> {
    const { errors, requests } = await load({ seconds: SECONDS, connections: CONNECTIONS, ...target })
    if (errors > requests * ERRORS_MAX) throw new Error(`${errors} of ${requests} responses were errors.`)
    return requests
  }

  try {
    const pages = await Promise.all(PATHS.map((path) => cached.get(path, 'shop-1.localhost')))
    return {
      hit: await costOf(cached.pid, () =>
        requests({ port: cached.port, connections: 32, vary: { path: '"/products"', host: anyShop } }),
      ),
      render: await costOf(uncached.pid, () =>
        requests({ port: uncached.port, vary: { path: anyPage, host: anyShop } }),
      ),
      call: await costOf(uncached.pid, () =>
        requests({ port: api.port, vary: { path: anyProduct, host: anyShop } }),
      ),
      order: await costOf(uncached.pid, async () => (await placeOrders(api.port, ORDERS)).length, ORDERS),
      pageBytes: Math.round(pages.reduce((sum, { body }) => sum + body.length, 0) / pages.length),
    }
  } finally {
    await cached.stop()
    await uncached.stop()
    await api.stop()
  }
}
