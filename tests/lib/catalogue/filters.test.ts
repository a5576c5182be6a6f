import type { Facets } from '@tanabana/contract/product.ts'
import { describe, expect, test } from 'vitest'

import { facetChoices, filterGroups, filterChips } from '../../../src/lib/catalogue/filter-choices.ts'
import {
  hasFilters,
  listingUrl,
  parseListingQuery,
  supportedQuery,
  withoutFilters,
} from '../../../src/lib/catalogue/listing-query.ts'
import { countText, listingHeading, filterText } from '../../../src/lib/catalogue/listing-text.ts'

const NO_FACETS: Facets = {
  ...{ sizes: [], colors: [], clothingSizes: [], shoeSizes: [], colorFamilies: [], fabrics: [] },
  ...{ genders: [], occasions: [], countries: [], discounts: [], availability: [], price: null },
}
const readAll = (query: string) =>
  supportedQuery(parseListingQuery(new URLSearchParams(query)), ['facets', 'attribute-facets'])
const read = (query: string) =>
  supportedQuery(parseListingQuery(new URLSearchParams(query)), ['search', 'sort', 'facets'])

test.each([
  [0, '0 products'],
  [1, '1 product'],
  [68, '68 products'],
])('%i products are counted in words', (count, text) => {
  expect(countText(count)).toBe(text)
})

describe('search, sort and filters of a listing', () => {
  test.each([
    ['search=%20Kurti%20%20FOR%20women', { search: 'kurti for women' }],
    ['search=%20', {}],
    ['search=a%00b', { search: 'a b' }],
    ['sort=price-asc', { sort: 'price-asc' }],
    ['sort=cheapest', {}],
    ['sort=toString', {}],
    ['color=Red&color=blue&color=RED', { colors: ['blue', 'red'] }],
    ['size=M&size=', { sizes: ['m'] }],
    ['minPrice=500&maxPrice=1000', { minPrice: 500, maxPrice: 1000 }],
    ['minPrice=-1&maxPrice=1e9', {}],
    ['maxPrice=99999999', {}],
  ])('%s is read', (query, found) => {
    expect(read(query)).toEqual({ page: 1, ...found })
  })

  test.each([
    ['colorFamily=Blue&colorFamily=red', { colorFamilies: ['blue', 'red'] }],
    ['fabric=Cotton&fabric=COTTON', { fabrics: ['cotton'] }],
    ['clothingSize=M&shoeSize=38', { clothingSizes: ['m'], shoeSizes: ['38'] }],
    ['occasion=&country=India', { countries: ['india'] }],
    ['discount=30', { discount: 30 }],
    ['discount=35', {}],
    ['discount=', {}],
    ['availability=in-stock', { availability: 'in-stock' }],
    ['availability=sold-out', {}],
  ])('%s is read for a store with facets of attributes', (query, found) => {
    expect(readAll(query)).toEqual({ page: 1, ...found })
    expect(read(query)).toEqual({ page: 1 })
  })

  test('the order by country is read for a store that has it', () => {
    expect(read('sort=country')).toEqual({ page: 1 })
    const query = parseListingQuery(new URLSearchParams('sort=country'))
    expect(supportedQuery(query, ['sort', 'country-sort'])).toEqual({ page: 1, sort: 'country' })
  })

  test('nothing of it is read for a store that can do nothing of it', () => {
    const parameters = new URLSearchParams('search=kurta&sort=price-asc&color=red&minPrice=1&page=2')
    expect(supportedQuery(parseListingQuery(parameters), [])).toEqual({ page: 2 })
  })

  test('its size is bounded', () => {
    const many = Array.from({ length: 50 }, (_, index) => `color=c${index}`).join('&')
    expect(read(many).colors).toHaveLength(10)
    expect(read(`search=${'x'.repeat(500)}`).search).toHaveLength(100)
    expect(read(`color=${'x'.repeat(61)}`).colors).toBeUndefined()
  })

  test('the address has all of it', () => {
    const query = read('category=kurtas&color=navy%20blue&size=m&size=l&sort=price-desc&maxPrice=900&page=2')
    expect(listingUrl(query)).toBe(
      '/products?category=kurtas&sort=price-desc&size=l&size=m&color=navy%20blue&maxPrice=900&page=2',
    )
  })

  test('the address has the values of attributes in one order', () => {
    const query = readAll(
      'country=india&discount=20&fabric=silk&colorFamily=blue&availability=in-stock&size=m',
    )
    expect(listingUrl(query)).toBe(
      '/products?size=m&colorFamily=blue&fabric=silk&country=india&discount=20&availability=in-stock',
    )
    expect(listingUrl(withoutFilters(query))).toBe('/products')
    expect(hasFilters(query)).toBe(true)
    expect(hasFilters(withoutFilters(query))).toBe(false)
  })

  test('a search is named by its words', () => {
    expect(listingHeading({ search: 'kurta', category: 'men' })).toBe('Results for “kurta”')
  })
})

describe('filter choices', () => {
  const sizes = ['XL', 'S', '32', 'M', '28'].map((value) => ({ value, count: 1 }))

  test('sizes go from small to large', () => {
    expect(facetChoices(sizes).map(({ label }) => label)).toEqual(['S', 'M', 'XL', '28', '32'])
  })

  test('a gender or country is a choice where there is another, or where it is chosen', () => {
    const only = (value: string) => [{ value, count: 3 }]
    const titles = (facets: Facets, query = '') =>
      filterGroups(facets, readAll(query), true).map(({ title }) => title)
    const single = { ...NO_FACETS, genders: only('Women'), countries: only('India') }
    expect(titles(single)).toEqual([])
    expect(titles(single, 'forGender=women&country=india')).toEqual(['forGender', 'country'])
    const several = { ...NO_FACETS, genders: [...only('Women'), ...only('Men')] }
    expect(titles(several)).toEqual(['forGender'])
  })

  test('a chosen value stays visible without products', () => {
    expect(facetChoices([{ value: 'Red', count: 3 }], ['red', 'teal'])).toEqual([
      { value: 'red', label: 'Red', count: 3, isChosen: true },
      { value: 'teal', label: 'teal', count: 0, isChosen: true },
    ])
  })

  test('each filter can be taken away by itself', () => {
    const query = read('color=red&size=m&minPrice=500')
    const facets = { ...NO_FACETS, sizes, colors: [{ value: 'Red', count: 2 }], price: { min: 1, max: 2 } }
    expect(filterChips(query, facets).map((chip) => [filterText(chip), listingUrl(chip.without)])).toEqual([
      ['M', '/products?color=red&minPrice=500'],
      ['Red', '/products?size=m&minPrice=500'],
      ['From ₹500', '/products?size=m&color=red'],
    ])
    const others = readAll('fabric=silk&discount=20&availability=in-stock')
    expect(
      filterChips(others, NO_FACETS).map((chip) => [filterText(chip), listingUrl(chip.without)]),
    ).toEqual([
      ['silk', '/products?discount=20&availability=in-stock'],
      ['20% off or more', '/products?fabric=silk&availability=in-stock'],
      ['In stock', '/products?fabric=silk&discount=20'],
    ])
  })
})
