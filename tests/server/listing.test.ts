import { expect, test, vi } from 'vitest'

import { parseListingQuery } from '../../src/lib/domain/listing-query.ts'
import type { Capability } from '../../src/lib/schemas/store-info.ts'
import { answerListing } from '../../src/server/listing.ts'

/** How the listing at an address is kept when it finds so many products. */
function answerTo(address: string, found: number, capabilities: Capability[] = ['search', 'facets']) {
  const url = new URL(address, 'http://shop.example')
  const set = vi.fn()
  const response = { headers: new Headers() }
  const page = {
    url,
    response,
    cache: { set },
    locals: {
      shop: { host: 'shop.example', protocol: 'https:' },
      store: { categories: ['Kurtas', 'Sarees'], capabilities },
    },
  }
  const products = Array.from({ length: found }, (_, index) => ({ id: `p${index}` }))
  answerListing(
    page as unknown as Parameters<typeof answerListing>[0],
    parseListingQuery(url.searchParams, capabilities),
    { status: 'ready', value: { products, parentCategories: [] } } as unknown as Parameters<
      typeof answerListing
    >[2],
  )
  return {
    isKept: set.mock.calls.length > 0,
    endsOlder: response.headers.get('cdn-cache-control') === 'no-store',
  }
}

test.each([
  ['/products', 0],
  ['/products?category=kurtas', 0],
  ['/products?featured=true', 0],
  ['/products?category=unheard-of', 1],
  ['/products?parentCategory=Silk', 1],
  ['/products?page=3', 1],
  ['/products?search=red', 1],
])('a listing %s that finds %i products is kept', (address, found) => {
  expect(answerTo(address, found)).toEqual({ isKept: true, endsOlder: false })
})

test.each([
  '/products?category=unheard-of',
  '/products?category=kurtas&parentCategory=Silk',
  '/products?page=3',
  '/products?search=red',
  '/products?category=kurtas&minPrice=5',
])('a listing %s that finds nothing is kept by nobody, nor is the one from before', (address) => {
  expect(answerTo(address, 0)).toEqual({ isKept: false, endsOlder: true })
})

test('a search that the store cannot do is kept by nobody', () => {
  expect(answerTo('/products?search=red', 3, [])).toEqual({ isKept: false, endsOlder: true })
})
