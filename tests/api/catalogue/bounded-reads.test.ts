import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ProductFilter } from '../../../api/catalogue/filter.ts'
import { PageAnchors } from '../../../api/catalogue/page-anchors.ts'
import { findProduct, listParentCategories, listProducts } from '../../../api/catalogue/read.ts'
import { writeProducts } from '../../../api/catalogue/write.ts'
import { readTenant, withTenant, type Transaction } from '../../../api/db/index.ts'
import { productMoves, products } from '../../../api/db/schema.ts'
import { makeShop } from '../../../bench/catalogue-data.ts'
import { openStore, product, type Store } from '../helpers/store.ts'

const SIZE = 30_000
const ACCESSORIES = 'Accessories,Personal Care,Home,null,Unisex'

let store: Store
let anchors: PageAnchors

beforeAll(async () => {
  store = await openStore([])
  await makeShop(store.db, 'large', SIZE)
  anchors = new PageAnchors()
}, 240_000)

afterAll(() => store.close())

/** How many products, in indexes and outside, the database touched for the work. */
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
  listProducts(tx, 'large', { ...filter, page: number, limit: 12 }, anchors)

const change = (work: (tx: Transaction) => Promise<unknown>) => withTenant(store.db, 'large', work)

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
  ])('is paged through by touching few products: %s', async (_name, filter, pages) => {
    const middle = Math.floor(pages / 2)
    for (const number of [1, 2, 20, middle - 9, middle, middle + 9, pages - 1, pages]) {
      await touched(page(filter, number))
      expect([number, (await touched(page(filter, number))) <= 2100]).toEqual([number, true])
    }
    if (pages < 250) return
    for (const number of [middle - 3, middle, middle + 3])
      expect(await touched(page(filter, number))).toBeLessThanOrEqual(400)
  })

  it('gives a product and the sub-categories by touching a few', async () => {
    expect(await touched((tx) => findProduct(tx, 'large', 'p17'))).toBeLessThanOrEqual(2)
    expect(
      await touched((tx) => listParentCategories(tx, 'large', { category: 'kurtas' })),
    ).toBeLessThanOrEqual(40)
  })

  it('is looked through once, however many ask at once', async () => {
    anchors = new PageAnchors()
    const asked = Array.from({ length: 20 }, () => touched(page({}, 1250)))
    const counts = (await Promise.all(asked)).toSorted((one, other) => other - one)
    expect(counts[0]).toBeGreaterThan(10_000)
    expect(counts[1]).toBeLessThanOrEqual(400)
  })

  it('is not looked through again for a new price, or for what is nearer the other end', async () => {
    const version = (tx: Transaction) =>
      tx.select({ count: sql`max(${productMoves.version})` }).from(productMoves)
    anchors = new PageAnchors()
    const [newest, oldest] = [300, 2200]
    await touched(page({}, newest))
    await touched(page({}, oldest))

    const before = await change(version)
    await change((tx) => tx.update(products).set({ regularPrice: 1 }).where(eq(products.featured, true)))
    expect(await change(version)).toEqual(before)

    await change((tx) => writeProducts(tx, 'large', [product('new'), product('newer')]))
    expect(await change(version)).not.toEqual(before)
    expect(await touched(page({}, oldest))).toBeLessThanOrEqual(400)
    expect(await touched(page({}, newest))).toBeGreaterThan(3000)

    const last = sql`id = (select id from products order by created_at, position desc limit 1)`
    await change((tx) => tx.delete(products).where(last))
    expect(await touched(page({}, newest))).toBeLessThanOrEqual(400)
    expect(await touched(page({}, oldest))).toBeGreaterThan(3000)
  })

  it('forgets what it knows when it missed a change', async () => {
    await touched(page({}, 800))
    for (let round = 0; round < 70; round += 1)
      await change((tx) =>
        tx
          .update(products)
          .set({ createdAt: new Date(round) })
          .where(eq(products.id, `p${round}`)),
      )
    expect(await touched(page({}, 800))).toBeGreaterThan(9000)
    const moves = await change((tx) => tx.select().from(productMoves))
    expect(moves).toHaveLength(64)
  })
})
