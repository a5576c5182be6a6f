import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openStore, product, type Store } from '../../../kit/api/store.ts'

let store: Store

beforeAll(async () => {
  const attributes = [{ key: 'Featured', value: ['true'] }]
  store = await openStore([
    product('kurta'),
    product('shirt', { category: 'Shirts', parentCategory: 'Formal', gender: 'Men', attributes }),
    product('tee', { category: 'T-Shirts', parentCategory: 'Casual', gender: 'Men', discountedPrice: 499 }),
    product('scarf', { category: 'Accessories', parentCategory: 'Scarves', gender: 'Unisex' }),
    product('soap', { category: 'Home', parentCategory: 'Bath', gender: null }),
    ...Array.from({ length: 20 }, (_, index) => product(`top${index}`, { category: 'Tops' })),
    product('newest', { createdAt: '2099-01-01T00:00:00Z' }),
  ])
}, 60_000)

afterAll(() => store.close())

async function list(query: string): Promise<{ titles: string[]; pagination: Record<string, number> }> {
  const { status, body } = await store.call('asha.example', `/products?${query}`)
  expect(status).toBe(200)
  return {
    titles: body.data.map(({ title }: { title: string }) => title.replace('Title of ', '')),
    pagination: body.pagination,
  }
}

describe('GET /products', () => {
  it('answers pages of 12, newest first, then in the order of the catalogue', async () => {
    const { titles, pagination } = await list('')
    expect(titles.slice(0, 4)).toEqual(['newest', 'kurta', 'shirt', 'tee'])
    expect(pagination).toEqual({ total: 26, page: 1, limit: 12, totalPages: 3 })
    expect((await list('page=3')).titles).toEqual(['top18', 'top19'])
  })

  it.each([
    ['gender=Men', ['shirt', 'tee']],
    ['gender=men', ['shirt', 'tee']],
    ['category=t-shirts', ['tee']],
    ['category=T-SHIRTS', ['tee']],
    ['parentCategory=formal', ['shirt']],
    ['featured=true', ['shirt']],
    ['gender=Men&parentCategory=Casual', ['tee']],
    ['filter=Accessories,Personal Care,Home,null,Unisex', ['scarf', 'soap']],
    ['filter=unisex', ['scarf']],
    ['filter=null', ['soap']],
    ['category=nothing', []],
    ['category=a%20name%20that%20is%20not%20there', []],
    ["category=' or 1=1 --", []],
    ['category=%00', []],
  ])('filters by %s', async (query, titles) => {
    expect((await list(query)).titles).toEqual(titles)
  })

  it.each([
    'page=0',
    'page=-1',
    'page=abc',
    'page=1.5',
    'page=NaN',
    'page=1e99',
    'limit=0',
    'limit=101',
    'limit=x',
    'page=1&page=2',
    'colour=red&sort=price&utm_source=ad',
    'filter=,,',
    'featured=maybe',
    'category=',
  ])('makes sense of %s', async (query) => {
    expect((await list(query)).pagination).toEqual({ total: 26, page: 1, limit: 12, totalPages: 3 })
  })

  it('answers an empty page beyond the end', async () => {
    expect(await list('page=900000')).toEqual({
      titles: [],
      pagination: { total: 26, page: 900_000, limit: 12, totalPages: 3 },
    })
  })
})

describe('GET /products/{id}', () => {
  it('answers every field of the product, with prices in rupees', async () => {
    const id = await store.productId('asha.example', 'tee')
    expect((await store.call('asha.example', `/products/${id}`)).body).toEqual({
      id,
      gender: 'Men',
      title: 'Title of tee',
      description: 'Handloom cotton',
      imgUrl: '/media/tee.webp',
      category: 'T-Shirts',
      parentCategory: 'Casual',
      regularPrice: 999.5,
      discountedPrice: 499,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      images: [{ url: '/media/tee.webp' }],
      attributes: [
        { id: '1', key: 'Sizes', value: ['S', 'M'] },
        { id: '2', key: 'Colour', value: ['Red'] },
        { id: '3', key: 'Colors', value: ['Red', 'Indigo'] },
      ],
    })
  })

  it.each(['nothing', '%00', '..%2f..%2fetc', "'", '%E0%A4%A'])('answers 404 to %s', async (id) => {
    const { status, body } = await store.call('asha.example', `/products/${id}`)
    expect([status, body]).toEqual([404, { error: 'Product not found' }])
  })

  it('answers 404 to a product of another shop', async () => {
    const id = await store.productId('bela.example', 'tee')
    expect((await store.call('asha.example', `/products/${id}`)).status).toBe(404)
  })
})

describe('GET /storeInfo', () => {
  it('answers the record of the shop that is called', async () => {
    for (const id of ['asha', 'bela']) {
      expect((await store.call(`api.${id}.example`, '/storeInfo')).body).toMatchObject({
        storeName: `${id} store`,
        categories: ['Kurtas', 'Tops'],
        policies: { terms: '<p>Terms</p>' },
        capabilities: ['order-lines', 'idempotency-key'],
      })
    }
  })
})
