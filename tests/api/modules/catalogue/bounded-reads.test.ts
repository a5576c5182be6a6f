import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ProductFilter } from '../../../../api/modules/catalogue/filter.ts'
import { findProduct, listParentCategories, listProducts } from '../../../../api/modules/catalogue/read.ts'
import { readTenant, type Transaction } from '../../../../api/db/index.ts'
import { makeShop } from '../../../kit/api/large-shop.ts'
import { openStore, type Store } from '../../../kit/api/store.ts'

const SIZE = 30_000
const ACCESSORIES = 'Accessories,Personal Care,Home,null,Unisex'

let store: Store

beforeAll(async () => {
  store = await openStore([])
  await makeShop(store.db, 'large', SIZE)
  // The planner must read few products with its statistics too, as in a database that has run for a while.
  await store.db.orm.execute(sql`reset role`)
  await store.db.orm.execute(sql`vacuum analyze`)
}, 240_000)

afterAll(() => store.close())

/** Number of products that the database read for the work, in indexes and tables. */
async function touched(work: (tx: Transaction) => Promise<unknown>): Promise<number> {
  return readTenant(store.db, 'large', async (tx) => {
    const before = await touchedSoFar(tx)
    await work(tx)
    return (await touchedSoFar(tx)) - before
  })
}

async function touchedSoFar(tx: Transaction): Promise<number> {
  const [row] = await tx
    .select({
      touched: sql<number>`(pg_stat_get_xact_tuples_returned('products'::regclass) +
        (select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index
         where indrelid = 'products'::regclass))::int`,
    })
    .from(sql`(select) as nothing`)
  return row?.touched ?? Number.NaN
}

const page = (filter: ProductFilter, number: number) => (tx: Transaction) =>
  listProducts(tx, 'large', { ...filter, page: number, limit: 12 })

describe('a large catalogue', () => {
  it('counts what it touches', async () => {
    expect(await touched((tx) => tx.execute(sql`select count(*) from products`))).toBeGreaterThanOrEqual(SIZE)
  })

  it.each<[string, ProductFilter, number]>([
    ['everything', {}, 2500],
    ['a category', { category: 'kurtas' }, 250],
    ['a category and a parent category', { category: 'kurtas', parentCategory: 'Kurtas of kind 2' }, 62],
    ['men', { gender: 'Men' }, 500],
    ['accessories', { filter: ACCESSORIES }, 1450],
    ['featured', { featured: true }, 50],
  ])(
    'is paged through by touching few products near the ends, and half of the shop at most: %s',
    async (_name, filter, pages) => {
      const middle = Math.floor(pages / 2)
      for (const number of [1, 2, 20, pages - 1, pages])
        expect([number, (await touched(page(filter, number))) <= 2500]).toEqual([number, true])
      for (const number of [Math.floor(middle / 2), middle - 9, middle, middle + 9])
        expect([number, (await touched(page(filter, number))) <= SIZE / 2 + 100]).toEqual([number, true])
    },
  )

  it('gives a product and the sub-categories by touching a few', async () => {
    expect(await touched((tx) => findProduct(tx, 'large', 'p17'))).toBeLessThanOrEqual(2)
    expect(
      await touched((tx) => listParentCategories(tx, 'large', { category: 'kurtas' })),
    ).toBeLessThanOrEqual(40)
  })
})
