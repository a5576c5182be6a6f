import { expect, test } from 'vitest'

import { receivedStoreInfoSchema } from '@tanabana/contract/store-info.ts'

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

test('the hero shows readable highlights and a button that leads to a page of the shop', () => {
  const record = receivedStoreInfoSchema.parse({
    highlights: ['Handwoven in India', '', 7, ' Free shipping '],
    heroLink: { text: 'Shop sarees', url: '/products?category=sarees' },
  })
  expect(record.highlights).toEqual(['Handwoven in India', 'Free shipping'])
  expect(record.heroLink).toEqual({ text: 'Shop sarees', url: '/products?category=sarees' })
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  'products',
  '/a b',
])('a button of the hero to %s is left out', (url) => {
  const record = receivedStoreInfoSchema.parse({ storeName: 'Plain Store', heroLink: { text: 'Go', url } })
  expect(record.heroLink).toBeUndefined()
  expect(record.storeName).toBe('Plain Store')
})
