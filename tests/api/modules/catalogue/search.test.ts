import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CatalogueProduct } from '../../../../api/db/catalogue-product.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { withTenant } from '../../../../api/db/index.ts'
import { productChoices, productEntries, productWords, products } from '../../../../api/db/schema.ts'
import { changeCatalogue, openStore, product, type Store } from '../../../kit/api/store.ts'

let store: Store

/** A garment whose key is its title, so that tests read as a shopper does. */
function garment(
  title: string,
  changes: Partial<CatalogueProduct> & { colors?: string[]; sizes?: string[] } = {},
) {
  const { colors = ['Red'], sizes = ['M'], ...rest } = changes
  const attributes = [
    { key: 'Sizes', value: sizes },
    { key: 'Colours', value: colors },
  ]
  return product(title, { title, description: '', attributes, ...rest })
}

const saree = { category: 'Sarees', parentCategory: 'Silk Sarees' }
const shirt = { category: 'Shirts', parentCategory: 'Casual Shirts', gender: 'Men' as const }

const CATALOGUE = [
  garment('Women Indigo Straight Kurta', { colors: ['Indigo'], sizes: ['S', 'M'], regularPrice: 900 }),
  garment('Men Short Kurta', { gender: 'Men', colors: ['White'], sizes: ['L'], regularPrice: 700 }),
  garment('Linen Palazzo', {
    category: 'Bottomwear',
    description: 'Goes with any kurta.',
    regularPrice: 500,
  }),
  garment('Banarasi Silk Saree', { ...saree, colors: ['red', 'Gold'], sizes: [], regularPrice: 4000 }),
  garment('Checked Shirt', { ...shirt, colors: ['Blue'], regularPrice: 1200, discountedPrice: 600 }),
  garment('Graphic T-Shirt', {
    category: 'T-Shirts',
    parentCategory: 'Casual',
    gender: 'Men',
    colors: ['Black'],
  }),
  garment('Unstitched Jaipuri Bedsheet', {
    category: 'Home',
    parentCategory: 'Bedding',
    gender: null,
    sizes: [],
  }),
]

beforeAll(async () => {
  store = await openStore(CATALOGUE)
}, 60_000)

afterAll(() => store.close())

async function list(query: string, host = 'asha.example') {
  const { status, body } = await store.call(host, `/products?${query}`)
  expect(status).toBe(200)
  return { ...body, titles: body.data.map(({ title }: { title: string }) => title) as string[] }
}

const find = async (words: string) => (await list(`search=${encodeURIComponent(words)}`)).titles

describe('search', () => {
  it.each([
    ['kurta', ['Women Indigo Straight Kurta', 'Men Short Kurta']],
    ['kurtaa', ['Women Indigo Straight Kurta', 'Men Short Kurta']],
    ['KURTAS', ['Women Indigo Straight Kurta', 'Men Short Kurta']],
    ['kutra', ['Women Indigo Straight Kurta', 'Men Short Kurta']],
    ['कुर्ता', ['Women Indigo Straight Kurta', 'Men Short Kurta']],
    ['kurti for women', ['Women Indigo Straight Kurta']],
    ['महिलाओं के लिए कुर्ती', ['Women Indigo Straight Kurta']],
    ['औरतों के लिए कुर्ती', ['Women Indigo Straight Kurta']],
    ['mens kurta', ['Men Short Kurta']],
    ['मर्दों का कुर्ता', ['Men Short Kurta']],
    ['लड़के की बेडशीट', ['Unstitched Jaipuri Bedsheet']],
    ['लड़कियाँ कुर्ता', ['Women Indigo Straight Kurta', 'Men Short Kurta']],
    ['लाल साड़ी', ['Banarasi Silk Saree']],
    ['laal sadi', ['Banarasi Silk Saree']],
    ['बनारसी', ['Banarasi Silk Saree']],
    ['sari reshmi', ['Banarasi Silk Saree']],
    ['shirt', ['Checked Shirt']],
    ['tee shirt', ['Graphic T-Shirt']],
    ['t shirt', ['Graphic T-Shirt']],
    ['chequed shirt', ['Checked Shirt']],
    ['jaipury bedshet', ['Unstitched Jaipuri Bedsheet']],
    ['जयपुरी', ['Unstitched Jaipuri Bedsheet']],
    ['bed', ['Unstitched Jaipuri Bedsheet']],
    ['bedsheet for women', ['Unstitched Jaipuri Bedsheet']],
    ['red kurta', ['Women Indigo Straight Kurta', 'Men Short Kurta']],
    ['blue kurta', ['Women Indigo Straight Kurta']],
    ['neeli kurti', ['Women Indigo Straight Kurta']],
    ['navy shirt', ['Checked Shirt']],
    ['western wear', ['Checked Shirt', 'Graphic T-Shirt']],
    ['indigo sherwani', ['Women Indigo Straight Kurta']],
    ['spaceship', []],
    ['constructor valueOf', []],
    ['for the', []],
    ['...!!', []],
    ["' & !'a':* | <-> \\", []],
    ['\u0000kurta\u200b', ['Women Indigo Straight Kurta', 'Men Short Kurta']],
  ])('finds for %s', async (words, titles) => {
    expect(await find(words)).toEqual(titles)
  })

  it('pages through what it found, and narrows it as a listing', async () => {
    const second = await list('search=kurta&limit=1&page=2')
    expect(second.titles).toEqual(['Men Short Kurta'])
    expect(second.pagination).toEqual({ total: 2, page: 2, limit: 1, totalPages: 2 })
    expect((await list('search=kurta&gender=Women')).titles).not.toContain('Men Short Kurta')
    expect((await list('search=kurta&sort=price-asc')).titles).toEqual([
      'Men Short Kurta',
      'Women Indigo Straight Kurta',
    ])
  })

  it('is at its end beyond the last page, and with words without end', async () => {
    expect((await list('search=kurta&page=99')).titles).toEqual([])
    expect(await find('kurta '.repeat(500))).toHaveLength(2)
  })

  it('finds a product by its new name as soon as it is written, and no longer by the old one', async () => {
    const renamed = { ...garment('Handwoven Stole', { category: 'Scarves' }), title: 'Handwoven Kullu Cape' }
    await changeCatalogue(store.db, 'bela', (tx) => writeProducts(tx, 'bela', [garment('Handwoven Stole')]))
    await changeCatalogue(store.db, 'bela', (tx) => writeProducts(tx, 'bela', [renamed]))
    expect((await list('search=stole', 'bela.example')).titles).toEqual([])
    expect((await list('search=kullu', 'bela.example')).titles).toEqual(['Handwoven Kullu Cape'])
    expect((await list('search=kullu')).titles).toEqual([])
    await changeCatalogue(store.db, 'bela', (tx) =>
      tx.delete(products).where(sql`title = 'Handwoven Kullu Cape'`),
    )
    expect((await list('search=kullu', 'bela.example')).titles).toEqual([])
  })
})

describe('sort', () => {
  const rising = ['Linen Palazzo', 'Checked Shirt', 'Men Short Kurta', 'Women Indigo Straight Kurta']

  it('goes by what is asked for a product today', async () => {
    expect((await list('sort=price-asc')).titles.slice(0, 4)).toEqual(rising)
    expect((await list('sort=price-desc')).titles.slice(-4)).toEqual(rising.toReversed())
    expect((await list('sort=price-asc&category=kurtas')).titles).toEqual([rising[2], rising[3]])
  })

  it('gives every product once, page by page', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`sort=price-desc&limit=2&page=${page}`)))
    expect(pages.flatMap(({ titles }) => titles)).toEqual((await list('sort=price-desc')).titles)
  })

  it.each(['sort=newest', 'sort=cheapest', 'sort=', 'sort=price;drop table products', 'sort=a&sort=b'])(
    'is newest first for %s',
    async (query) => {
      expect((await list(query)).titles).toEqual((await list('')).titles)
    },
  )
})

describe('facets', () => {
  it('come when they are asked for, and count what each choice would show', async () => {
    expect((await list('')).facets).toBeUndefined()
    const { facets } = await list('facets=true')
    expect(facets.sizes).toEqual([
      { value: 'M', count: 4 },
      { value: 'L', count: 1 },
      { value: 'S', count: 1 },
    ])
    expect(facets.colors).toContainEqual({ value: 'Red', count: 3 })
    expect(facets.price).toEqual({ min: 500, max: 4000 })
  })

  it('count sizes within the colours chosen, and colours beside them', async () => {
    const { facets, titles } = await list('facets=true&category=kurtas&color=indigo')
    expect(titles).toEqual(['Women Indigo Straight Kurta'])
    expect(facets.sizes.map(({ value }: { value: string }) => value)).toEqual(['M', 'S'])
    expect(facets.colors).toEqual([
      { value: 'Indigo', count: 1 },
      { value: 'White', count: 1 },
    ])
  })

  it('count what was searched', async () => {
    const { facets } = await list('facets=true&search=kurta&color=white')
    expect(facets.sizes).toEqual([{ value: 'L', count: 1 }])
    expect(facets.price).toEqual({ min: 700, max: 700 })
  })

  it.each([
    ['color=RED', ['Linen Palazzo', 'Banarasi Silk Saree', 'Unstitched Jaipuri Bedsheet']],
    ['color=white&color=blue', ['Men Short Kurta', 'Checked Shirt']],
    ['size=s&size=l', ['Women Indigo Straight Kurta', 'Men Short Kurta']],
    ['color=indigo&size=L', []],
    ['minPrice=650&maxPrice=900', ['Women Indigo Straight Kurta', 'Men Short Kurta']],
    ['maxPrice=600', ['Linen Palazzo', 'Checked Shirt']],
    ['minPrice=4000', ['Banarasi Silk Saree']],
    ['minPrice=5000&maxPrice=1', []],
    ['color=%27%20or%201%3D1%20--', []],
    ['size=%00', []],
  ])('filter by %s', async (query, titles) => {
    const response = await list(query)
    expect(response.titles).toEqual(titles)
    expect(response.pagination.total).toBe(titles.length)
  })

  it.each(['minPrice=abc', 'maxPrice=-1', 'minPrice=1e99', 'color=', 'size=%20', 'maxPrice=NaN'])(
    'do without %s',
    async (query) => {
      expect((await list(query)).pagination.total).toBe(CATALOGUE.length)
    },
  )
})

describe('what products are found by', () => {
  it.each(Object.entries({ productChoices, productEntries, productWords }))(
    'stays in its shop, and no shop writes it itself: %s',
    async (_name, table) => {
      for (const id of ['asha', 'bela']) {
        const rows = await withTenant(store.db, id, (tx) => tx.select().from(table))
        expect(new Set(rows.map((row) => row.tenantId))).toEqual(new Set([id]))
      }
      const denied = {
        cause: expect.objectContaining({ message: expect.stringContaining('permission denied') }),
      }
      await expect(withTenant(store.db, 'asha', (tx) => tx.delete(table))).rejects.toMatchObject(denied)
      await expect(store.db.orm.select().from(table)).rejects.toMatchObject(denied)
    },
  )

  it('is counted anew when colours change', async () => {
    const before = await list('facets=true', 'bela.example')
    await changeCatalogue(store.db, 'bela', (tx) =>
      writeProducts(tx, 'bela', [garment('Linen Palazzo', { category: 'Bottomwear', colors: ['Ochre'] })]),
    )
    const after = await list('facets=true', 'bela.example')
    expect(after.pagination).toEqual(before.pagination)
    expect(after.facets.colors).toContainEqual({ value: 'Ochre', count: 1 })
    expect(after.facets.colors).toContainEqual({ value: 'Red', count: 2 })
  })
})
