import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { writeProducts } from '../api/modules/catalogue/write.ts'
import { openDatabase, withTenant, type Database } from '../api/db/index.ts'
import { putTenant } from '../api/modules/tenants/write.ts'
import { productsOf, readFile } from '../tests/cli/import/catalogue-file.ts'
import { serve } from '../tests/api/helpers/store.ts'
import { makeShop } from './catalogue-data.ts'
import { waitForCacheExpiry } from './kit/cache-expiry.ts'
import { fixed, median, percentile, printTable, verdict } from './kit/table.ts'

const SHOP = 'bench-search'
const MADE = 12_491
const ROUNDS = 60
const TARGET_MS = 50

const CALLS: Record<string, string> = {
  'plain listing': '',
  'search: kurtaa': 'search=kurtaa',
  'search: कुर्ता': `search=${encodeURIComponent('कुर्ता')}`,
  'search: kurti for women': 'search=kurti%20for%20women',
  'search: misspelt, blue jeens': 'search=blue%20jeens',
  'search as one types: shi': 'search=shi&limit=6',
  'search, filtered, with facets': 'search=kurta&color=red&facets=true',
  'cheapest first': 'sort=price-asc',
  'cheapest first, middle page': 'sort=price-asc&page=520',
  'women, dearest first': 'gender=Women&sort=price-desc',
  'blue shirts': 'search=blue%20shirt',
  'blue shirts, with facets': 'search=blue%20shirt&facets=true',
  'nothing that is called so': 'search=spaceship',
  facets: 'facets=true',
  'facets of a category': 'category=kurtas&facets=true',
  'facets of a colour': 'facets=true&color=blue',
  'newest of a colour': 'color=blue',
  'newest of a fabric': 'fabric=silk',
  'a fifth off and more': 'discount=20',
  'family, fabric and occasion, with facets': 'colorFamily=blue&fabric=silk&occasion=festive&facets=true',
  'facets of a fabric': 'facets=true&fabric=silk',
  'imported, with facets': 'facets=true&country=vietnam&country=bangladesh',
  'facets of a price range': 'facets=true&minPrice=500&maxPrice=1000',
}

/**
 * `npm run bench -- search [catalogue file or number of products]`: times search, sort and facets against the plain
 * listing, in process, with the file's products or generated ones.
 */
export async function benchSearch([file]: string[], databaseUrl?: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'tanabana-bench-'))
  const db = await openDatabase({ dataDir: join(folder, 'data'), databaseUrl })
  try {
    await fill(db, file)
    const { call } = serve(db)
    const calls = Object.entries(CALLS).map(([name, query]) => ({
      name,
      query,
      times: [] as number[],
      found: 0,
    }))
    for (let round = -10; round < ROUNDS; round += 1) {
      await waitForCacheExpiry()
      // The first request after a pause is slower, whatever its path.
      await call(`${SHOP}.example`, '/products?limit=1')
      for (const measured of calls) {
        const start = performance.now()
        const response = await call(`${SHOP}.example`, `/products?${measured.query}`)
        if (round < 0) continue
        measured.times.push(performance.now() - start)
        measured.found = (response.body as { pagination: { total: number } }).pagination.total
      }
    }
    const rows = calls.map(({ name, times, found }) => ({
      call: name,
      found,
      'p50 ms': fixed(median(times)),
      'p99 ms': fixed(percentile(times, 0.99)),
      target: `< ${TARGET_MS} ms`,
      verdict: verdict(median(times) < TARGET_MS),
    }))
    printTable(
      `Search, sort and facets on ${databaseUrl ? 'PostgreSQL' : 'PGlite'}, ${ROUNDS} calls each`,
      rows,
    )
    return true
  } finally {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(db: Database, file: string | undefined): Promise<void> {
  if (file === undefined) return makeShop(db, SHOP, MADE)
  if (/^\d+$/.test(file)) return makeShop(db, SHOP, Number(file), 'varied')
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const catalogue = productsOf(await readFile(file))
  await putTenant(db, {
    id: SHOP,
    hosts: [`${SHOP}.example`],
    record: { storeName: SHOP, categories: [] },
    payee: { upiId: 'bench@bank', name: 'Bench' },
  })
  await withTenant(db, SHOP, (tx) => writeProducts(tx, SHOP, catalogue))
}
