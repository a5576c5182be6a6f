import { describe, expect, test } from 'vitest'

import { readFilters, withSearchFilters } from '../../../src/lib/catalogue/search-filters.ts'

describe('prices and sizes in a search are filters', { tags: ['@req-11.5'] }, () => {
  test.each([
    ['kurta under 1500', 'kurta', { maxPrice: 1500 }],
    ['under 1000', '', { maxPrice: 1000 }],
    ['kurta under rs. 1,500', 'kurta', { maxPrice: 1500 }],
    ['saree below ₹2k', 'saree', { maxPrice: 2000 }],
    ['shirts less than 999 for men', 'shirts for men', { maxPrice: 999 }],
    ['kurti 1500 se kam', 'kurti', { maxPrice: 1500 }],
    ['1500 tak ki kurti', 'kurti', { maxPrice: 1500 }],
    ['2 hazaar ke andar saree', 'saree', { maxPrice: 2000 }],
    ['1500 रुपये से कम के कुर्ते', 'कुर्ते', { maxPrice: 1500 }],
    ['2000 से सस्ती साड़ी', 'साड़ी', { maxPrice: 2000 }],
    ['2000 se sasti saree', 'saree', { maxPrice: 2000 }],
    ['१५०० तक कुर्ता', 'कुर्ता', { maxPrice: 1500 }],
    ['saree above 3000', 'saree', { minPrice: 3000 }],
    ['5000 से ज़्यादा की साड़ी', 'साड़ी', { minPrice: 5000 }],
    ['kurta 1000 to 2000', 'kurta', { minPrice: 1000, maxPrice: 2000 }],
    ['between 500 and 1,000', '', { minPrice: 500, maxPrice: 1000 }],
    ['1000 se 2000 tak saree', 'saree', { minPrice: 1000, maxPrice: 2000 }],
    ['1000 से 2000 के बीच साड़ी', 'साड़ी', { minPrice: 1000, maxPrice: 2000 }],
    ['green kurta xl', 'green kurta', { sizes: ['xl'] }],
    ['xl size ki kurti', 'kurti', { sizes: ['xl'] }],
    ['kurta size m', 'kurta', { sizes: ['m'] }],
    ['kurta m', 'kurta', { sizes: ['m'] }],
    ['हरा कुर्ता एक्सएल', 'हरा कुर्ता', { sizes: ['xl'] }],
    ['कुर्ता साइज़ 38', 'कुर्ता', { sizes: ['38'] }],
    ['jutti 38 number', 'jutti', { sizes: ['38'] }],
    ['green kurta xl under 2000', 'green kurta', { sizes: ['xl'], maxPrice: 2000 }],
  ])('%s', (search, text, found) => {
    expect(readFilters(search)).toEqual({ text, found })
  })

  test.each([
    ['kurta for women'],
    ['t-shirt'],
    ["men's m-65 jacket"],
    ['kids 2 to 3 years'],
    ['100 count linen'],
    ['large tote'],
    ['underwear'],
    ['m'],
    ['ka kurta'],
  ])('%s stays as it is', (search) => {
    expect(readFilters(search)).toEqual({ text: search, found: {} })
  })

  test('the address comes first, and letters are sizes of clothing', () => {
    const query = { page: 1, search: 'kurta xl under 1500', maxPrice: 900 }
    expect(withSearchFilters(query, ['search', 'facets', 'attribute-facets'])).toEqual({
      ...{ page: 1, search: 'kurta', minPrice: undefined, maxPrice: 900, clothingSizes: ['xl'] },
    })
    expect(withSearchFilters(query, ['search', 'facets'])).toMatchObject({ search: 'kurta', sizes: ['xl'] })
    expect(withSearchFilters(query, ['search'])).toBe(query)
  })
})
