import { expect, test } from 'vitest'

import { parseListingQuery, supportedQuery } from '../../../src/lib/catalogue/listing-query.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { setListingResponse } from '../../../src/server/upstream/page-data.ts'

/** Whether the listing at an address is stored when it finds so many products. */
function isStored(address: string, found: number, capabilities: Capability[] = ['search', 'facets']) {
  const requested = parseListingQuery(new URL(address, 'http://shop.example').searchParams)
  const locals: Record<string, unknown> = {
    shop: { host: 'shop.example', protocol: 'https:' },
    store: { categories: ['Kurtas', 'Sarees'], capabilities },
    listing: { requested, query: supportedQuery(requested, capabilities) },
  }
  const page = { response: { headers: new Headers() }, locals }
  const products = Array.from({ length: found }, (_, index) => ({ id: `p${index}` }))
  setListingResponse(
    page as unknown as Parameters<typeof setListingResponse>[0],
    { status: 'ready', value: { products, parentCategories: [] } } as unknown as Parameters<
      typeof setListingResponse
    >[1],
  )
  return locals.cachePolicy !== undefined && !locals.isIncomplete
}

test.each([
  ['/products', 0],
  ['/products?category=kurtas', 0],
  ['/products?featured=true', 0],
  ['/products?category=unheard-of', 1],
  ['/products?parentCategory=Silk', 1],
  ['/products?page=3', 1],
  ['/products?search=red', 1],
])('a listing %s that finds %i products is stored', (address, found) => {
  expect(isStored(address, found)).toBe(true)
})

test.each([
  '/products?category=unheard-of',
  '/products?category=kurtas&parentCategory=Silk',
  '/products?page=3',
  '/products?search=red',
  '/products?category=kurtas&minPrice=5',
])('a listing %s that finds nothing is not stored', (address) => {
  expect(isStored(address, 0)).toBe(false)
})

test('a search that the store cannot do is not stored', () => {
  expect(isStored('/products?search=red', 3, [])).toBe(false)
})
