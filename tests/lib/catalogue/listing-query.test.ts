import { describe, expect, test } from 'vitest'

import { listingUrl, parseListingQuery, supportedQuery } from '../../../src/lib/catalogue/listing-query.ts'

const parse = (query: string) => supportedQuery(parseListingQuery(new URLSearchParams(query)), [])

describe('listing parameters', () => {
  test('category, page, parentCategory and featured are read', { tags: ['@req-2.8'] }, () => {
    expect(parse('category=women&page=3&parentCategory=Straight%20Kurtas&featured=true')).toEqual({
      category: 'women',
      page: 3,
      parentCategory: 'Straight Kurtas',
      featured: 'true',
    })
  })

  test.each([
    '',
    'page=',
    'page=0',
    'page=-1',
    'page=abc',
    'page=1.5',
    'page=1e9',
    'page=NaN',
    'page[]=4',
    'page=०',
  ])('page is 1 for "%s"', { tags: ['@req-2.8'] }, (query) => {
    expect(parse(query).page).toBe(1)
  })

  test.each([
    ['page=007', 7],
    ['page=%202%20', 2],
    ['page=2&page=5', 2],
    [`page=${'9'.repeat(10_000)}`, 100_000],
  ])('page of a strange "%s" is %i', (query, page) => {
    expect(parse(query).page).toBe(page)
  })

  test.each(['category=', 'category=%20%20', `category=${'x'.repeat(10_000)}`])(
    'an empty or absurdly long category counts as not given',
    (query) => {
      expect(parse(query).category).toBeUndefined()
    },
  )

  test('control characters are no part of a name', () => {
    expect(parse('category=%00kurtas%07&parentCategory=%00')).toEqual({ category: 'kurtas', page: 1 })
  })

  test('the first of repeated categories counts', { tags: ['@asvs-15.3.7'] }, () => {
    expect(parse('category=men&category=women').category).toBe('men')
  })

  test.each(['featured=', 'featured=false', 'featured=1', 'featured=yes'])(
    '%s is no featured flag',
    (query) => {
      expect(parse(query).featured).toBeUndefined()
    },
  )

  test('unknown parameters are omitted', { tags: ['@req-10.25'] }, () => {
    expect(parse('gclid=1&utm_source=x&search=y')).toEqual({ page: 1 })
  })
})

describe('the listing address', () => {
  test.each([
    [{}, '/products'],
    [{ page: 1 }, '/products'],
    [{ category: 't-shirts & tops' }, '/products?category=t-shirts%20%26%20tops'],
    [
      { category: 'men', parentCategory: 'Kurtas', featured: 'true' as const, page: 2 },
      '/products?category=men&parentCategory=Kurtas&featured=true&page=2',
    ],
  ])('of %j is %s', (query, url) => {
    expect(listingUrl(query)).toBe(url)
  })

  test('reads back as it was written', () => {
    const query = { category: 'a+b=c&d', parentCategory: 'é #1', featured: 'true' as const, page: 4 }
    expect(parse(listingUrl(query).split('?')[1] ?? '')).toEqual(query)
  })
})
