import { openDatabase, type Database } from '../api/db/index.ts'
import { administer, copyTemplate, databaseAt } from '../tests/kit/database/databases.ts'
import type { PostgresServer } from '../tests/kit/database/server.ts'
import { serve } from '../tests/kit/api/store.ts'
import { fieldOf } from '../tests/kit/api/store-caller.ts'
import { makeShop } from '../tests/kit/api/large-shop.ts'
import { waitForCacheExpiry } from '../tests/kit/api/cache-expiry.ts'
import { startProgress } from '../tests/kit/progress.ts'
import { fixed, median, percentile, printTable, verdict, type Row } from '../tests/kit/table.ts'
import { copyShop, growShop } from './kit/copied-shops.ts'
import { FILE_PRODUCTS, timeExport, timeImport } from './kit/catalogue-files.ts'

const SETS = ['1x1000000', '10000x100']
const BASELINE_SIZE = 1000
/** Of a larger shop, so many products are written with their triggers, and copied. */
const MADE_SIZE = 20_000
const ROUNDS = 20
/** Of imports and exports. */
const FILE_ROUNDS = 5
const WARM_UP = 2
const FLAT = 1.5
const ACCESSORIES = 'filter=Accessories,Personal%20Care,Home,null,Unisex'

/** Shops of one size in a database of their own. */
interface ShopSet {
  name: string
  shops: number
  /** Products per shop. */
  size: number
  db: Database
  app: ReturnType<typeof serve>
}

/** Paths for a shop of this size and a number from 0 to 1, so that no two requests are the same. */
const CALLS: Record<string, (size: number, chance: number) => string> = {
  'listing, page 1': () => '/products',
  'listing, page 100': (size) => `/products?page=${upTo(100, size, 0.1)}`,
  'listing, page 1000': (size) => `/products?page=${upTo(1000, size, 0.9)}`,
  'listing, middle page': (size, chance) => `/products?page=${near(size, chance)}`,
  'listing, last page': (size) => `/products?page=${Math.ceil(size / 12)}`,
  'category, page 1': () => '/products?category=kurtas',
  'category, middle page': (size, chance) => `/products?category=kurtas&page=${near(size / 10, chance)}`,
  'men, page 1': () => '/products?gender=Men',
  'men, middle page': (size, chance) => `/products?gender=Men&page=${near(size / 5, chance)}`,
  'accessories, page 1': () => `/products?${ACCESSORIES}`,
  'accessories, middle page': (size, chance) => `/products?${ACCESSORIES}&page=${near(size * 0.58, chance)}`,
  'by price, page 1': () => '/products?sort=price-asc',
  'by price, page 100': (size) => `/products?sort=price-asc&page=${upTo(100, size, 0.1)}`,
  'by price, middle page': (size, chance) => `/products?sort=price-asc&page=${near(size, chance)}`,
  featured: () => '/products?featured=true',
  'first category, 4 for home': () => '/products?category=kurtas&limit=4',
  'sub-categories': () => '/subCategories?category=kurtas',
  'facets of the shop': () => '/products?facets=true',
  'facets of a category': () => '/products?category=kurtas&facets=true',
  'facets, one colour': () => '/products?color=Indigo&facets=true',
  'facets, category, colour and fabric': () =>
    '/products?category=kurtas&color=Indigo&fabric=Cotton&facets=true',
  'facets, price range': () => '/products?minPrice=1200&maxPrice=1250&facets=true',
  search: () => '/products?search=indigo%20kurta',
  'search with facets': () => '/products?search=indigo%20kurta&facets=true',
  suggestions: () => '/suggestions?search=indigo%20ku',
  product: (size, chance) => `/products/p${Math.floor(chance * size)}`,
}

function near(products: number, chance: number): number {
  return Math.max(1, Math.floor((products / 12) * (0.4 + chance * 0.2)))
}

/** This page, or one near the middle of a smaller shop. */
function upTo(page: number, size: number, chance: number): number {
  return Math.min(page, near(size, chance))
}

interface Operation {
  name: string
  rounds: number
  /** Milliseconds. */
  time: (set: ShopSet, round: number) => Promise<number>
}

const OPERATIONS: Operation[] = [
  ...Object.entries(CALLS).map(([name, pathFor]) => ({
    name,
    rounds: ROUNDS,
    time: (set: ShopSet, round: number) => timeCall(set, round, pathFor(set.size, (round * 0.618) % 1)),
  })),
  {
    name: `import of ${FILE_PRODUCTS} new products`,
    rounds: FILE_ROUNDS,
    time: ({ db }, round) => timeImport(db, shopId(0), 'new', round),
  },
  {
    name: `import of ${FILE_PRODUCTS} new prices`,
    rounds: FILE_ROUNDS,
    time: ({ db }, round) => timeImport(db, shopId(0), 'changed', round),
  },
  {
    name: 'export of 1,000 products',
    rounds: FILE_ROUNDS,
    time: ({ db }) => timeExport(db, shopId(0)),
  },
]

/**
 * `npm run bench -- catalogue [shops]x[products] …`: times catalogue operations of the store API in process, on PostgreSQL,
 * in sets of shops, each beside one shop of that size, at most 1,000 products, in a database of its own. A time over its
 * target does not fail the bench.
 */
export async function benchCatalogue(server: PostgresServer, typed: string[]): Promise<void> {
  const wanted = (typed.length > 0 ? typed : SETS).map(parseSet)
  const baselines = new Map<number, ShopSet>()
  for (const { size } of wanted) {
    const smaller = Math.min(size, BASELINE_SIZE)
    if (!baselines.has(smaller)) baselines.set(smaller, await makeSet(server, 1, smaller))
  }
  const sets = [...baselines.values()]
  for (const { shops, size } of wanted) sets.push(await makeSet(server, shops, size))
  const times = await timeInTurns(sets)
  for (const set of sets.slice(baselines.size)) {
    const baseline = baselines.get(Math.min(set.size, BASELINE_SIZE))
    if (baseline) printComparison(set, baseline, times)
  }
  for (const { db } of sets) await db.close()
}

function parseSet(text: string): { shops: number; size: number } {
  const [, shops, size] = /^(\d+)x(\d+)$/.exec(text) ?? []
  if (!Number(shops) || !Number(size)) throw new Error(`"${text}" is no set of shops. Write 10000x100.`)
  return { shops: Number(shops), size: Number(size) }
}

const shopId = (index: number) => `shop-${index}`

async function makeSet(server: PostgresServer, shops: number, size: number): Promise<ShopSet> {
  const name = `${shops.toLocaleString('en')} × ${size.toLocaleString('en')}`
  const startedAt = performance.now()
  const databaseUrl = await copyTemplate(server.url())
  const db = await openDatabase({ dataDir: 'memory://', databaseUrl })
  const administrator = databaseAt(databaseUrl, new URL(databaseUrl).pathname.slice(1), 'postgres')
  const times = Math.ceil(size / MADE_SIZE)
  await makeShop(db, shopId(0), size / times, 'varied')
  if (times > 1) await growShop(administrator, shopId(0), size / times, times)
  if (shops > 1) await copyShop(administrator, shops)
  // PostgreSQL does this by itself in the minutes after an import.
  await administer(administrator, 'vacuum (analyze)')
  const [row] = await administer(
    administrator,
    'select pg_database_size(current_database())::float8 as bytes',
  )
  const megabytes = Number(fieldOf(row, 'bytes')) / 1e6
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`Made ${name} products in ${fixed(seconds, 0)} s, ${fixed(megabytes, 0)} MB.`)
  return { name, shops, size, db, app: serve(db) }
}

type Times = Map<ShopSet, Map<Operation, number[]>>

async function timeInTurns(sets: ShopSet[]): Promise<Times> {
  const times: Times = new Map(sets.map((set) => [set, new Map(OPERATIONS.map((one) => [one, []]))]))
  const { report } = startProgress('rounds', ROUNDS, Infinity)
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    await waitForCacheExpiry()
    // The first request after a pause is slower, whatever its path.
    for (const set of sets) await timeCall(set, round + WARM_UP, '/products?limit=1')
    for (const operation of OPERATIONS) {
      if (round >= operation.rounds) continue
      for (const set of sets) {
        const taken = await operation.time(set, round + WARM_UP)
        if (round >= 0) times.get(set)?.get(operation)?.push(taken)
      }
    }
    report(round)
  }
  return times
}

/** Requests the store info first, so that the tenant is cached as in a shop with visitors. */
async function timeCall({ app, shops }: ShopSet, round: number, path: string): Promise<number> {
  const host = `${shopId((round * 389) % shops)}.example`
  await app.request(host, '/api/v1/storeInfo')
  const start = performance.now()
  const response = await app.request(host, `/api/v1${path}`)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path} of ${host} answered ${response.status}.`)
  return performance.now() - start
}

function printComparison(set: ShopSet, baseline: ShopSet, times: Times): void {
  const rows = OPERATIONS.map((operation): Row => {
    const [own, its] = [set, baseline].map((one) => times.get(one)?.get(operation) ?? [])
    const ratio = median(own ?? []) / median(its ?? [])
    const textOf = (taken: number[] = []) =>
      `${fixed(median(taken), 2)} / ${fixed(percentile(taken, 0.95), 2)}`
    return {
      operation: operation.name,
      [baseline.name]: textOf(its),
      [set.name]: textOf(own),
      ratio: fixed(ratio, 2),
      target: `≤ ${FLAT}`,
      verdict: verdict(ratio <= FLAT),
    }
  })
  printTable(`Shops × products: ms, median / p95 of ${ROUNDS} rounds in turns (files: ${FILE_ROUNDS})`, rows)
}
