import { expect, test } from 'vitest'

import { productUrl, readProductId } from '../../../src/lib/catalogue/product-url.ts'

test.each([
  ['9e3779b1', '/product/9e3779b1'],
  ['a/b?c#d', '/product/a%2Fb%3Fc%23d'],
])('the address of product %s is %s and reads back', (id, url) => {
  expect(productUrl(id)).toBe(url)
  expect(readProductId(url.slice('/product/'.length))).toBe(id)
})

test('a segment that cannot be decoded is the id unchanged', () => {
  expect(readProductId('50%')).toBe('50%')
  expect(readProductId(undefined)).toBe('')
})
