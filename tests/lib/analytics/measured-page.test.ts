import { expect, test } from 'vitest'

import { isMeasuredPage, measuredUrl, measuredTitle } from '../../../src/lib/analytics/measured-page.ts'

test.each(['/', '/products', '/product/a-1', '/cart', '/wishlist', '/order-success', '/terms', '/about/'])(
  '%s may be measured',
  (path) => expect(isMeasuredPage(path)).toBe(true),
)

test.each([
  '/login',
  '/register',
  '/checkout',
  '/payment',
  '/account',
  '/orders',
  '/track-order',
  '/contact',
  '/product/1/orders',
  '//checkout',
  '/cart/../login',
])('%s may not', (path) => expect(isMeasuredPage(path)).toBe(false))

test.each([
  ['Results for “asha rao | pune” | Silk House', '/products?search=asha+rao+%7C+pune', 'Silk House'],
  ['Sarees | Silk House', '/products?category=sarees', 'Sarees | Silk House'],
])('%s is measured without search words', (title, path, expected) =>
  expect(measuredTitle(title, `https://shop.example${path}`)).toBe(expected),
)

test('a URL is measured without parameters that may be personal data', () => {
  const address = 'https://shop.example/products?category=men&search=asha&page=2&gclid=a&email=a%40b.in#x'
  expect(measuredUrl(address, (name) => name === 'gclid')).toBe(
    'https://shop.example/products?category=men&page=2&gclid=a',
  )
})
