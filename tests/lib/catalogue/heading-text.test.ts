import { expect, test } from 'vitest'

import { listingHeading } from '../../../src/lib/catalogue/listing-text.ts'

test.each([
  [{}, 'All Products'],
  [{ category: 'men' }, "Men's Ethnic Wear"],
  [{ category: 'WOMEN' }, "Women's Ethnic Wear"],
  [{ category: 'accessories' }, 'Accessories'],
  [{ category: 'kurtas' }, 'Kurtas'],
  [{ category: 'T-Shirts' }, 'T-Shirts'],
  [{ category: 'ñandutí' }, 'Ñandutí'],
  [{ category: 'men', parentCategory: 'Nehru Jackets' }, 'Nehru Jackets'],
  [{ parentCategory: 'Sarees' }, 'Sarees'],
])('the heading of %j is %s', { tags: ['@req-10.6'] }, (query, heading) => {
  expect(listingHeading(query)).toBe(heading)
})
