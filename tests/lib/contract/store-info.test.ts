import { expect, test } from 'vitest'

import { receivedStoreInfoSchema } from '../../../src/lib/contract/store-info.ts'

test('what cannot be read in a record is left out, and the rest stays', () => {
  const record = receivedStoreInfoSchema.parse({
    storeName: 'Plain Store',
    categories: ['Shirts', '', null, ' Men '],
    categoryImages: { Shirts: 7, default: '/any.webp' },
    policies: { terms: null, privacy: '<p>x</p>' },
  })
  expect(record).toMatchObject({
    storeName: 'Plain Store',
    categories: ['Shirts', 'Men'],
    categoryImages: { default: '/any.webp' },
    policies: { privacy: '<p>x</p>' },
  })
  expect(record.policies).not.toHaveProperty('terms')
})
