import { describe, expect, test } from 'vitest'

import { createClient } from '../../../src/lib/api-client/client.ts'
import { fetchFeatured, fetchParentCategories, fetchProducts } from '../../../src/lib/api-client/products.ts'
import { categoryParameters } from '@tanabana/contract/category-parameters.ts'
import { fetchProduct } from '../../../src/lib/api-client/product.ts'

function createStubClient(response: unknown, status = 200) {
  const requested: string[] = []
  const client = createClient({
    base: 'http://localhost:8044/api/v1',
    deadlineMs: 1000,
    fetch: async (url) => {
      requested.push(url.replace('http://localhost:8044/api/v1', ''))
      return Response.json(response, { status })
    },
  })
  return { client, requested }
}

const kurta = { id: 'k', title: 'Kurta', parentCategory: 'Straight' }

describe('the parameters of a category', () => {
  test.each([
    ['men', { gender: 'Men' }],
    ['Women', { gender: 'Women' }],
    ['ACCESSORIES', { filter: 'Accessories,Personal Care,Home,null,Unisex' }],
    ['t-shirts', { category: 't-shirts' }],
    [undefined, { category: undefined }],
  ])('%s', (category, parameters) => {
    expect(categoryParameters(category)).toEqual(parameters)
  })
})

describe('the product list', () => {
  test('requests page 1 and 12 products by default', async () => {
    const { client, requested } = createStubClient({ data: [], count: 0 })
    await fetchProducts(client, {})
    expect(requested).toEqual(['/products?page=1&limit=12'])
  })

  test.each([
    ['pagination.total', { data: [kurta], pagination: { total: 25 } }],
    ['count', { data: [kurta], count: 25 }],
  ])('reads the total from %s', { tags: ['@req-3.12', '@req-10.4'] }, async (_, received) => {
    const { client } = createStubClient(received)
    const page = await fetchProducts(client, { page: 2 })
    expect(page).toMatchObject({ totalItems: 25, totalPages: 3, currentPage: 2, pageSize: 12 })
    expect(page.products.map((product) => product.name)).toEqual(['Kurta'])
  })

  test.each([
    ['pagination.limit', { pagination: { total: 25, limit: 10 } }],
    ['pagination.pageSize', { pagination: { total: 25, pageSize: 10 } }],
    ['limit', { count: 25, limit: 10 }],
    ['pageSize', { count: 25, pageSize: 10 }],
  ])('reads the page size from %s', { tags: ['@req-10.23'] }, async (_, apiResponse) => {
    const { client } = createStubClient({ data: [kurta], ...apiResponse })
    expect(await fetchProducts(client, { page: 2 })).toMatchObject({ pageSize: 10, totalPages: 3 })
  })

  test.each([0, -10, 2.5, '10', null, {}])(
    'uses 12 per page where the API reports %j',
    { tags: ['@req-10.23'] },
    async (limit) => {
      const { client } = createStubClient({ data: [kurta], pagination: { total: 25, limit } })
      expect(await fetchProducts(client, {})).toMatchObject({ pageSize: 12, totalPages: 3 })
    },
  )

  test.each([
    [
      { corrected: 'silk kurta', leftOut: ['red'] },
      { corrected: 'silk kurta', leftOut: ['red'] },
    ],
    [{ corrected: 'silk kurta' }, { corrected: 'silk kurta', leftOut: [] }],
    [
      { corrected: 7, leftOut: ['red', '', null] },
      { corrected: undefined, leftOut: ['red'] },
    ],
    [
      { corrected: 'silk kurta', leftOut: 'red' },
      { corrected: 'silk kurta', leftOut: [] },
    ],
    [{}, { corrected: undefined, leftOut: [] }],
    ['silk kurta', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('reads of the notes of a search %j what it can', { tags: ['@req-11.5'] }, async (search, notes) => {
    const { client } = createStubClient({ data: [kurta], count: 1, search })
    const page = await fetchProducts(client, { search: 'red slik kurta' })
    expect(page.products).toHaveLength(1)
    expect(page.searchNotes).toEqual(notes)
  })

  test('leaves out products that cannot be read', async () => {
    const { client } = createStubClient({ data: [kurta, { id: null }, 'text', { title: 'No id' }], count: 4 })
    expect((await fetchProducts(client, {})).products).toHaveLength(1)
  })

  test.each([[{ data: null }], [{ data: {} }], [[]], ['text']])('refuses %j', async (stubResponse) => {
    const { client } = createStubClient(stubResponse)
    await expect(fetchProducts(client, {})).rejects.toThrow('does not match the contract')
  })
})

describe('one product', () => {
  test.each([
    ['wrapped', { data: kurta }],
    ['bare', kurta],
  ])('is read %s', { tags: ['@req-10.4'] }, async (_, stubResponse) => {
    const { client, requested } = createStubClient(stubResponse)
    expect(await fetchProduct(client, 'a/b')).toMatchObject({ id: 'k' })
    expect(requested).toEqual(['/products/a%2Fb'])
  })

  test('with an empty id is nothing, without a call', { tags: ['@req-7.2'] }, async () => {
    const { client, requested } = createStubClient(kurta)
    expect(await fetchProduct(client, '')).toBeUndefined()
    expect(requested).toEqual([])
  })

  test('that does not exist is nothing', async () => {
    const { client } = createStubClient({ error: 'No such product.' }, 404)
    expect(await fetchProduct(client, 'x')).toBeUndefined()
  })

  test('throws when the API fails', async () => {
    const { client } = createStubClient({}, 500)
    await expect(fetchProduct(client, 'x')).rejects.toThrow('500')
  })
})

describe('featured products', () => {
  test.each([
    [['T-Shirts', 'Men'], '/products?page=1&limit=4&category=t-shirts'],
    [['Men'], '/products?page=1&limit=4&gender=Men'],
    [[], '/products?page=1&limit=4&filter=Accessories%2CPersonal+Care%2CHome%2Cnull%2CUnisex'],
  ])('of the categories %j ask %s', { tags: ['@req-7.4', '@req-9.2'] }, async (categories, path) => {
    const { client, requested } = createStubClient({ data: [] })
    await fetchFeatured(client, categories)
    expect(requested).toEqual([path])
  })
})

test(
  'sub-categories are the distinct parent categories of the first 100 products',
  { tags: ['@req-7.3', '@req-10.5', '@req-10.11'] },
  async () => {
    const { client, requested } = createStubClient({
      data: [kurta, kurta, { ...kurta, parentCategory: null }, { ...kurta, parentCategory: 'A-line' }],
    })
    expect(await fetchParentCategories(client, 'kurtas', [])).toEqual(['Straight', 'A-line'])
    expect(requested).toEqual(['/products?page=1&limit=100&category=kurtas'])
  },
)

test(
  'a store with the capability sub-categories tells their names alone',
  { tags: ['@req-11.4'] },
  async () => {
    const { client, requested } = createStubClient({ data: ['Straight', 'A-line', 7] })
    expect(await fetchParentCategories(client, 'Women', ['sub-categories'])).toEqual(['Straight', 'A-line'])
    expect(requested).toEqual(['/subCategories?gender=Women'])
  },
)
