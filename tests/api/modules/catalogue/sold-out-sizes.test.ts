import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { products, productVariants } from '../../../../api/db/schema.ts'
import type { CatalogueProduct } from '../../../../api/db/catalogue-product.ts'
import { repairAvailability } from '../../../../api/jobs/repair-availability.ts'
import { findStaleProducts } from '../../../../api/modules/catalogue/availability.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { ADDRESS, ASHA, changeCatalogue, openStore, product, type Store } from '../../../kit/api/store.ts'

const HOST = 'asha.example'
let store: Store

beforeAll(async () => {
  store = await openStore([])
  await putTenant(store.db, {
    ...ASHA,
    record: { ...ASHA.record, capabilities: ['order-lines', 'cancellation', 'facets'] },
  })
}, 60_000)

afterAll(() => store.close())

/** A product of one price; `stock` is by size and colour, such as `M Indigo`. */
function counted(title: string, stock: Record<string, number>, changes: Partial<CatalogueProduct> = {}) {
  const choices = Object.keys(stock).map((choice) => choice.split(' '))
  const valuesAt = (place: number) => [...new Set(choices.map((choice) => choice[place] ?? ''))]
  return product(title, {
    title,
    attributes: [],
    options: [
      { name: 'Size', values: valuesAt(0) },
      { name: 'Colour', values: valuesAt(1) },
    ],
    variants: Object.entries(stock).map(([choice, pieces]) => {
      const [Size = '', Colour = ''] = choice.split(' ')
      return { options: { Size, Colour }, regularPrice: 999, stock: pieces, images: [] }
    }),
    ...changes,
  })
}

const attribute = (key: string, ...value: string[]) => ({ key, value })

const kurta = (stock: { indigo: number; madder: number }) =>
  counted('Kurta', { 'M Indigo': stock.indigo, 'M Madder': stock.madder, 'L Indigo': 1, 'L Madder': 0 })

const CATALOGUE = [
  kurta({ indigo: 0, madder: 0 }),
  counted('Shirt', { 'M Blue': 1, 'XL Blue': 0 }),
  counted('Juttis', { '38 Tan': 0, '39 Tan': 2 }, { category: 'Juttis', parentCategory: 'Footwear' }),
  counted('Gone', { 'M Red': 0, 'L Red': 0 }),
  product('Saree', {
    title: 'Saree',
    attributes: [attribute('Sizes', 'M', 'Free size'), attribute('sold_out', ' m ')],
  }),
  product('Stole', {
    title: 'Stole',
    attributes: [attribute('Size', 'M'), attribute('Sold out', 'M')],
  }),
]

const write = (catalogue: CatalogueProduct[]) =>
  changeCatalogue(store.db, 'asha', (tx) => writeProducts(tx, 'asha', catalogue))

beforeEach(async () => {
  await changeCatalogue(store.db, 'asha', (tx) => tx.delete(products))
  await write(CATALOGUE)
})

async function list(query: string) {
  const { status, body } = await store.call(HOST, `/products?limit=100&${query}`)
  expect(status).toBe(200)
  return body
}

async function titles(query: string): Promise<string[]> {
  const { data, pagination } = await list(query)
  expect(pagination.total).toBe(data.length)
  return data.map(({ title }: { title: string }) => title)
}

const sorted = async (query: string) => (await titles(query)).toSorted()

async function counts(facet: 'sizes' | 'clothingSizes' | 'shoeSizes', query = ''): Promise<string[]> {
  const { facets } = await list(`facets=true&${query}`)
  return facets[facet].map(({ value, count }: { value: string; count: number }) => `${value}: ${count}`)
}

/** Waits until the products in M and their count are these: an order updates its products after its response. */
const listsBecome = (found: string[], count: string) =>
  vi.waitFor(
    async () => {
      expect(await sorted('size=M')).toEqual(found)
      expect(await counts('sizes')).toContain(count)
    },
    { timeout: 10_000 },
  )

const refresh = () =>
  repairAvailability({ db: store.db, log: () => undefined, purge: () => Promise.resolve([]) })

describe('a size that is sold out in every colour', { tags: ['@req-11.8', '@req-11.17'] }, () => {
  it.each([
    ['size=M', ['Gone', 'Shirt', 'Stole']],
    ['size=m&availability=in-stock', ['Shirt']],
    ['size=M&search=kurta', ['Gone', 'Shirt', 'Stole']],
    ['size=M&maxPrice=5000', ['Gone', 'Shirt', 'Stole']],
    ['clothingSize=M', ['Gone', 'Shirt', 'Stole']],
    ['size=L', ['Gone', 'Kurta']],
    ['size=XL', []],
    ['shoeSize=38', []],
    ['shoeSize=39', ['Juttis']],
    ['size=Free%20size', ['Saree']],
  ])('is not found by %s; a product that is sold out as a whole is', async (query, found) => {
    expect(await sorted(query)).toEqual(found)
  })

  it('keeps products that are sold out as a whole last', async () => {
    expect((await titles('size=M'))[0]).toBe('Shirt')
  })

  const ALL = ['M: 3', 'L: 2', 'Free size: 1']

  it.each([
    ['', ALL],
    ['search=handloom', ALL],
    ['maxPrice=5000', ALL],
    ['colorFamily=red&colorFamily=blue&colorFamily=brown', ['L: 2', 'M: 2']],
  ])('is not counted in the listing "%s"', async (query, clothing) => {
    expect(await counts('clothingSizes', query)).toEqual(clothing)
    expect(await counts('shoeSizes', query)).toEqual(['39: 1'])
  })

  it('is found while one colour has it, and left out by the import that has none', async () => {
    await write([kurta({ indigo: 0, madder: 1 })])
    expect(await sorted('size=M')).toEqual(['Gone', 'Kurta', 'Shirt', 'Stole'])
    expect(await counts('sizes')).toContain('M: 4')
    await write([kurta({ indigo: 0, madder: 0 })])
    expect(await sorted('size=M')).toEqual(['Gone', 'Shirt', 'Stole'])
    expect(await counts('sizes')).toContain('M: 3')
  })

  it('is left out after the order of its last piece, and found again after the cancellation', async () => {
    await write([kurta({ indigo: 1, madder: 0 })])
    expect(await sorted('size=M')).toContain('Kurta')
    const [{ id: productId }] = (await list('search=indigo')).data
    const { token } = await store.signIn(HOST)
    const line = { productId, quantity: 1, selectedSize: 'M', selectedColor: 'Indigo' }
    const { status, body } = await store.call(HOST, '/orders', {
      token,
      body: { products: { [productId]: 1 }, shippingAddress: ADDRESS, lines: [line] },
    })
    expect(status).toBe(201)
    await listsBecome(['Gone', 'Shirt', 'Stole'], 'M: 3')
    const cancelled = await store.call(HOST, `/orders/${body.id}/cancellation`, { token, body: {} })
    expect(cancelled.status).toBe(200)
    await listsBecome(['Gone', 'Kurta', 'Shirt', 'Stole'], 'M: 4')
  })

  it('is found again once its stock is not counted', async () => {
    const size = sql`${productVariants.options} ->> 'Size'`
    await withTenant(store.db, 'asha', (tx) =>
      tx
        .update(productVariants)
        .set({ stock: null })
        .where(and(eq(productVariants.tenantId, 'asha'), eq(size, 'M'))),
    )
    await refresh()
    expect(await sorted('size=M')).toEqual(['Gone', 'Kurta', 'Shirt', 'Stole'])
    // "Gone" can be ordered in M now, so its L is left out.
    expect(await sorted('size=L')).toEqual(['Kurta'])
  })

  it('is the same after an import as after an order', async () => {
    await write([
      counted('Odd', { 'S Red': 0, 'M Red': 1 }, { attributes: [attribute('Sold out', 'M')] }),
      product('Length', {
        attributes: [attribute('Size', 'S', 'M'), attribute('Sold out', 'M')],
        options: [{ name: 'Length', values: ['44'] }],
        variants: [{ options: { Length: '44' }, regularPrice: 999, stock: 1, images: [] }],
      }),
    ])
    expect(await withTenant(store.db, 'asha', (tx) => findStaleProducts(tx, 'asha'))).toEqual([])
  })
})
