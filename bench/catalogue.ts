import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { like, sql } from 'drizzle-orm'

import { openDatabase, type Database } from '../api/db/index.ts'
import { tenants } from '../api/db/schema.ts'
import { serve } from '../tests/kit/api/store.ts'
import { makeShop } from '../tests/kit/api/large-shop.ts'
import { waitForCacheExpiry } from '../tests/kit/api/cache-expiry.ts'
import { median, percentile, printTable, type Row } from '../tests/kit/table.ts'

/**
 * `npm run bench -- catalogue [products …]`: times the store API's catalogue operations in process, for shops of the
 * given sizes; by default for three sizes and for one shop among a thousand. Uses PGlite, or the PostgreSQL of
 * DATABASE_URL, from which it removes its shops afterwards.
 */

const SIZES = [1000, 100_000, 1_000_000]
const SHOPS = 1000
const ROUNDS = 60
const PREFIX = 'bench-catalogue-'
const ACCESSORIES = 'filter=Accessories,Personal%20Care,Home,null,Unisex'

interface Subject {
  name: string
  /** Products per shop. */
  size: number
  app: ReturnType<typeof serve>
  /** The next shop at each call. */
  shopId: () => string
}

/** Paths for a shop of this size and a number from 0 to 1, so that no two requests are the same. */
const CALLS: Record<string, (size: number, chance: number) => string> = {
  'listing, page 1': () => '/products',
  'listing, page 10': () => '/products?page=10',
  'listing, page 100': () => '/products?page=100',
  'listing, page 1000': () => '/products?page=1000',
  'listing, middle page': (size, chance) => `/products?page=${near(size, chance)}`,
  'listing, last page': (size) => `/products?page=${Math.ceil(size / 12)}`,
  'category, page 1': () => '/products?category=kurtas',
  'category, page 100': () => '/products?category=kurtas&page=100',
  'category, middle page': (size, chance) => `/products?category=kurtas&page=${near(size / 10, chance)}`,
  'category and parent category': () => '/products?category=sarees&parentCategory=sarees%20of%20kind%201',
  'men, page 1': () => '/products?gender=Men',
  'men, page 100': () => '/products?gender=Men&page=100',
  'men, middle page': (size, chance) => `/products?gender=Men&page=${near(size / 5, chance)}`,
  'accessories, page 1': () => `/products?${ACCESSORIES}`,
  'accessories, page 100': () => `/products?${ACCESSORIES}&page=100`,
  'accessories, middle page': (size, chance) => `/products?${ACCESSORIES}&page=${near(size * 0.58, chance)}`,
  'by price, page 100': () => '/products?sort=price-asc&page=100',
  'by price, middle page': (size, chance) => `/products?sort=price-asc&page=${near(size, chance)}`,
  featured: () => '/products?featured=true',
  'first category, 4 for home': () => '/products?category=kurtas&limit=4',
  'sub-categories': () => '/subCategories?category=kurtas',
  'sub-categories from 100 products': () => '/products?category=kurtas&limit=100',
  product: (size, chance) => `/products/p${Math.floor(chance * size)}`,
}

function near(products: number, chance: number): number {
  return Math.max(1, Math.floor((products / 12) * (0.4 + chance * 0.2)))
}

/** Prints tables for shops of these sizes; a time over its target does not fail the bench. */
export async function benchCatalogue(typedSizes: string[]): Promise<void> {
  const sizes = typedSizes.length > 0 ? typedSizes.map(Number) : SIZES
  const databases = await openDatabases()
  try {
    const subjects: Subject[] = []
    for (const size of sizes) {
      const db = await databases.open()
      const shopId = `${PREFIX}${size}`
      await timed(`a shop of ${size} products`, () => makeShop(db, shopId, size))
      subjects.push({ name: `1 × ${size}`, size, app: serve(db), shopId: () => shopId })
    }
    if (typedSizes.length === 0) {
      const db = await databases.open()
      await timed(`${SHOPS} shops of 1000 products`, async () => {
        for (let shop = 0; shop < SHOPS; shop += 1) await makeShop(db, `${PREFIX}shop-${shop}`, 1000)
      })
      let index = 0
      const shopId = () => `${PREFIX}shop-${(index = (index + 389) % SHOPS)}`
      subjects.push({ name: `${SHOPS} × 1000`, size: 1000, app: serve(db), shopId })
    }
    await databases.tidy()
    await compare(subjects)
  } finally {
    await databases.close()
  }
}

async function compare(subjects: Subject[]): Promise<void> {
  const calls = Object.entries(CALLS).map(([name, pathFor]) => ({
    name,
    pathFor,
    times: subjects.map((): number[] => []),
  }))
  for (let round = -10; round < ROUNDS; round += 1) {
    await waitForCacheExpiry()
    // The first request after a pause is slower, whatever its path.
    for (const subject of subjects) await call(subject, '/products?limit=1')
    for (const { pathFor, times } of calls) {
      for (const [index, subject] of subjects.entries()) {
        const time = await call(subject, pathFor(subject.size, (round * 0.618 + 100) % 1))
        if (round >= 0) times[index]?.push(time)
      }
    }
  }
  const rows = calls.map(({ name, times }) => {
    const row: Row = { call: name }
    for (const [index, { name: shop }] of subjects.entries()) {
      const taken = times[index] ?? []
      row[shop] = `${median(taken).toFixed(2)} / ${percentile(taken, 0.95).toFixed(2)}`
      if (index > 0) row[`ratio ${index}`] = (median(taken) / median(times[0] ?? [])).toFixed(2)
    }
    return row
  })
  printTable(
    `Calls by shops × products: ms, median / p95 of ${ROUNDS} in turns, ratio to the first column`,
    rows,
  )
}

/** Requests the store info first, so that the tenant is cached as in a shop with visitors. */
async function call({ app, shopId }: Subject, path: string): Promise<number> {
  const host = `${shopId()}.example`
  await app.request(host, '/api/v1/storeInfo')
  const start = performance.now()
  const response = await app.request(host, `/api/v1${path}`)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path} of ${host} answered ${response.status}.`)
  return performance.now() - start
}

/** One database per subject; with PostgreSQL, one for all. */
async function openDatabases() {
  const { DATABASE_URL: databaseUrl } = process.env
  const folder = await mkdtemp(join(tmpdir(), 'tanabana-bench-'))
  const opened: Database[] = []
  const removeShops = (db: Database) => db.orm.delete(tenants).where(like(tenants.id, `${PREFIX}%`))
  return {
    async open(): Promise<Database> {
      const [shared] = opened
      if (databaseUrl && shared) return shared
      const db = await openDatabase({ dataDir: join(folder, String(opened.length)), databaseUrl })
      opened.push(db)
      if (databaseUrl) await removeShops(db)
      return db
    },
    /** PostgreSQL vacuums automatically in the minutes after an import; PGlite never does. */
    async tidy(): Promise<void> {
      if (databaseUrl) await opened[0]?.orm.execute(sql`vacuum (analyze)`)
    },
    async close(): Promise<void> {
      for (const db of opened) {
        if (databaseUrl) await removeShops(db)
        await db.close()
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now()
  await work()
  console.log(`Made ${what} in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
}
