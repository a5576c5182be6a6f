import { expect, test } from 'vitest'

import { receivedStoreInfoSchema } from '../../../src/lib/contract/store-info.ts'

test('invalid fields of store info are omitted, and the others stay', () => {
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
