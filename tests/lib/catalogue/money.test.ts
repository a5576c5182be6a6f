import { describe, expect, test } from 'vitest'

import { formatPrice, sumOfLines } from '../../../src/lib/catalogue/money.ts'
import { formatOrderPrice } from '../../../src/lib/orders/order.ts'

describe('shopping views: INR, en-IN, at most 2 decimals', () => {
  test.each([
    [0, '₹0'],
    [999, '₹999'],
    [1499, '₹1,499'],
    [123456.5, '₹1,23,456.5'],
    [123456.789, '₹1,23,456.79'],
    [10000000, '₹1,00,00,000'],
  ])('%s is %s', { tags: ['@req-1.1', '@req-9.6'] }, (price, text) => {
    expect(formatPrice(price)).toBe(text)
  })
})

describe('order views: $ with 2 decimals', () => {
  test.each([
    [0, '$0.00'],
    [1499, '$1499.00'],
    [42.5, '$42.50'],
  ])('%s is %s', { tags: ['@req-1.1', '@req-9.6'] }, (price, text) => {
    expect(formatOrderPrice(price)).toBe(text)
  })
})

test('sums are exact to the paisa', { tags: ['@req-3.3'] }, () => {
  expect(sumOfLines(Array.from({ length: 10 }, () => ({ price: 0.1, quantity: 1 })))).toBe(1)
})
