import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CatalogueProduct, Gender } from '../../../../api/db/catalogue-product.ts'
import type { ProductFilter } from '../../../../api/modules/catalogue/filter.ts'
import { listParentCategories, listProducts } from '../../../../api/modules/catalogue/read.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { readTenant, withTenant, type Transaction } from '../../../../api/db/index.ts'
import { productGroups, products, tenants } from '../../../../api/db/schema.ts'
import { BELA, openStore, product, type Store } from '../../../kit/api/store.ts'
import { allProducts, matches } from './naive-listing.ts'

let store: Store

beforeAll(async () => {
  store = await openStore([])
}, 60_000)

afterAll(() => store.close())

/** The same numbers at every run. */
function dice(seed: number) {
  let state = seed
  const roll = (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  const pick = <T>(choices: readonly T[]): T => choices[roll(choices.length)] as T
  return { roll, pick }
}

const CATEGORIES = ['Kurtas', 'kurtas', 'Accessories', 'Home', 'Personal Care', 'null', 'Jeans', 'ÖL']
const PARENTS = ['', 'Ethnic', 'ethnic', 'Western', 'Bath']
const GENDERS: (Gender | null)[] = ['Men', 'Women', 'Unisex', null]
const DATES = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.001Z', '2025-06-01T00:00:00Z', undefined]

function randomProduct({ roll, pick }: ReturnType<typeof dice>): CatalogueProduct {
  const createdAt = pick(DATES)
  return product(`key ${roll(900)}`, {
    title: `Title ${roll(5)}`,
    category: pick(CATEGORIES),
    parentCategory: pick(PARENTS),
    gender: pick(GENDERS),
    attributes: [{ key: 'Featured', value: [pick(['true', 'false', 'false'])] }],
    ...(createdAt ? { createdAt } : {}),
  })
}

function randomFilter({ pick }: ReturnType<typeof dice>): ProductFilter {
  return {
    gender: pick([undefined, undefined, 'men', 'WOMEN', 'nobody']),
    category: pick([undefined, undefined, 'KURTAS', 'home', 'öl', 'nothing']),
    parentCategory: pick([undefined, undefined, undefined, 'ETHNIC', 'western']),
    featured: pick([undefined, false, false, true]),
    filter: pick([undefined, undefined, 'Accessories,Personal Care,Home,null,Unisex', 'men, jeans', ',']),
  }
}

const write = <T>(tenantId: string, work: (tx: Transaction) => Promise<T>) =>
  withTenant(store.db, tenantId, work)

/** All over the catalogue, or new products at one end of it alone. */
async function change(random: ReturnType<typeof dice>): Promise<void> {
  const { roll, pick } = random
  const end = pick([undefined, undefined, '1999-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])
  if (end) {
    const key = () => `end ${roll(1_000_000)}`
    const added = Array.from({ length: 1 + roll(20) }, () => ({
      ...randomProduct(random),
      key: key(),
      createdAt: end,
    }))
    await write('asha', (tx) => writeProducts(tx, 'asha', added))
    return
  }
  const batch = new Map(
    Array.from({ length: roll(250) }, () => randomProduct(random)).map((one) => [one.key, one]),
  )
  const rows = await write('asha', allProducts)
  const some = rows.filter(() => roll(12) === 0).map(({ id }) => id)
  await write('asha', async (tx) => {
    await writeProducts(tx, 'asha', [...batch.values()])
    if (some.length === 0) return
    const chosen = inArray(products.id, some)
    await pick([
      () => tx.delete(products).where(chosen),
      () =>
        tx
          .update(products)
          .set({ category: pick(CATEGORIES), gender: pick(GENDERS) })
          .where(chosen),
      () =>
        tx
          .update(products)
          .set({ createdAt: sql`now() - interval '1 microsecond'` })
          .where(chosen),
      () =>
        tx
          .update(products)
          .set({ regularPrice: roll(1000) })
          .where(chosen),
    ])()
  })
}

async function expectTrue(tenantId: string, filter: ProductFilter, limit: number, { roll } = dice(limit)) {
  const wanted = (await write(tenantId, allProducts)).filter((row) => matches(row, filter))
  const pages = Math.ceil(wanted.length / limit)
  const read = (page: number) =>
    readTenant(store.db, tenantId, (tx) => listProducts(tx, tenantId, { ...filter, page, limit }))
  const shuffled = Array.from({ length: pages + 1 }, (_, index) => ({ page: index + 1, place: roll(1000) }))
  for (const { page } of shuffled.toSorted((one, other) => one.place - other.place)) {
    const { data, total } = await read(page)
    expect({ filter, page, total, ids: data.map(({ id }) => id) }).toEqual({
      filter,
      page,
      total: wanted.length,
      ids: wanted.slice((page - 1) * limit, page * limit).map(({ id }) => id),
    })
  }
  const names = await readTenant(store.db, tenantId, (tx) => listParentCategories(tx, tenantId, filter))
  expect(names).toEqual([...new Set(wanted.map((row) => row.parentCategory).filter(Boolean))])
}

async function expectTrueCounts(tenantId: string) {
  const { id, category, parentCategory, gender, featured } = productGroups
  const counted = await write(tenantId, (tx) =>
    tx
      .select({ id, category, parentCategory, gender, featured, products: productGroups.products })
      .from(productGroups)
      .orderBy(id),
  )
  const actual = await write(tenantId, (tx) =>
    tx
      .select({
        id: products.groupId,
        category: products.category,
        parentCategory: products.parentCategory,
        gender: products.gender,
        featured: products.featured,
        products: sql<number>`count(*)::int`,
      })
      .from(products)
      .groupBy(sql`1, 2, 3, 4, 5`)
      .orderBy(sql`1`),
  )
  expect(counted).toEqual(actual)
}

describe('listing products', () => {
  it.each([1, 2])(
    'shows what filtering, sorting and cutting in JavaScript shows, after imports, edits and deletes (%i)',
    { tags: ['@decision-21.2'], timeout: 120_000 },
    async (seed) => {
      const random = dice(seed)
      for (let round = 0; round < 7; round += 1) {
        await change(random)
        await expectTrueCounts('asha')
        await expectTrue('asha', {}, 40, random)
        for (let queries = 0; queries < 5; queries += 1)
          await expectTrue('asha', randomFilter(random), 10 + random.roll(50), random)
      }
    },
  )

  it('shows one moment of a catalogue that others write to meanwhile', async () => {
    const random = dice(4)
    const readers = Array.from({ length: 60 }, () => {
      const filter = random.pick([{}, { gender: 'men' }, { filter: 'Accessories,null' }])
      const page = 1 + random.roll(12)
      return readTenant(store.db, 'asha', async (tx) => {
        const { data, total } = await listProducts(tx, 'asha', { ...filter, page, limit: 9 })
        const wanted = (await allProducts(tx)).filter((row) => matches(row, filter))
        const ids = wanted.slice((page - 1) * 9, page * 9).map(({ id }) => id)
        expect({ total, ids: data.map(({ id }) => id) }).toEqual({ total: wanted.length, ids })
      })
    })
    await Promise.all([...readers, change(random), change(random), change(random)])
  })

  it('shows each shop its own of two equal catalogues', async () => {
    const catalogue = Array.from({ length: 40 }, (_, index) =>
      product(`same ${index}`, { category: index % 2 ? 'Kurtas' : 'Tops' }),
    )
    for (const id of ['asha', 'bela']) await write(id, (tx) => writeProducts(tx, id, catalogue))
    for (const id of ['bela', 'asha', 'bela']) await expectTrue(id, { category: 'tops' }, 4)
    await write('asha', (tx) => tx.delete(products).where(eq(products.key, 'same 2')))
    for (const id of ['asha', 'bela']) await expectTrue(id, { category: 'tops' }, 4)
    for (const id of ['asha', 'bela']) {
      const counted = await write(id, (tx) => tx.select().from(productGroups))
      expect(new Set(counted.map(({ tenantId }) => tenantId))).toEqual(new Set([id]))
    }
  })

  it('answers the sub-categories of a category over HTTP', { tags: ['@req-11.4'] }, async () => {
    await write('bela', (tx) =>
      writeProducts(tx, 'bela', [
        product('gown', { category: 'Gowns', parentCategory: 'Evening', createdAt: '2099-01-01T00:00:00Z' }),
        product('slip', { category: 'GOWNS', parentCategory: 'Day', createdAt: '2099-01-02T00:00:00Z' }),
        product('robe', { category: 'Gowns', parentCategory: '', createdAt: '2099-01-03T00:00:00Z' }),
      ]),
    )
    expect((await store.call('bela.example', '/subCategories?category=gowns')).body).toEqual({
      data: ['Day', 'Evening'],
    })
    expect((await store.call('asha.example', '/subCategories?category=gowns')).body).toEqual({ data: [] })
    const info = async () => (await store.call('bela.example', '/storeInfo')).body.subCategories
    expect(await info()).toBeUndefined()
    const record = {
      ...BELA.record,
      categories: ['Gowns', 'None'],
      capabilities: ['sub-categories' as const],
    }
    await putTenant(store.db, { ...BELA, record })
    expect(await info()).toEqual({ Gowns: ['Day', 'Evening'], None: [] })
    await putTenant(store.db, BELA)
  })
})

describe('the counts of a shop', () => {
  it('stay true when many write at once and some of it is undone', async () => {
    const random = dice(7)
    const writers = Array.from({ length: 12 }, async (_, index) => {
      const catalogue = new Map(
        Array.from({ length: 40 }, () => randomProduct(random)).map((one) => [one.key, one]),
      )
      const written = write('asha', async (tx) => {
        await writeProducts(tx, 'asha', [...catalogue.values()])
        if (index % 3 === 0) await tx.delete(products).where(eq(products.gender, 'Men'))
        if (index % 4 === 0) throw new Error('undo')
      })
      if (index % 4 === 0) await expect(written).rejects.toThrow('undo')
      else await written
    })
    await Promise.all(writers)
    await expectTrueCounts('asha')
  })

  it('are nothing that a shop can write itself', async () => {
    const refused = {
      cause: expect.objectContaining({ message: expect.stringContaining('permission denied') }),
    }
    await expect(write('asha', (tx) => tx.delete(productGroups))).rejects.toMatchObject(refused)
  })

  it('go with the shop', async () => {
    await store.db.orm
      .insert(tenants)
      .values({ id: 'gone', record: {}, payeeUpiId: '', payeeName: '' } as never)
    await write('gone', (tx) => writeProducts(tx, 'gone', [product('kurta')]))
    await store.db.orm.delete(tenants).where(eq(tenants.id, 'gone'))
    const rows = await write('gone', (tx) => tx.select().from(productGroups))
    expect(rows).toEqual([])
  })
})
