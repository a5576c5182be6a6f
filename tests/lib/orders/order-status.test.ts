import { beforeEach, expect, test } from 'vitest'

import { orderStatus } from '../../../src/lib/orders/order.ts'
import '../../../src/lib/i18n/hi/browser.js'
import { orderStatusText } from '../../../src/lib/orders/order-text.ts'

beforeEach(() => {
  globalThis.pageWords = undefined
})

test.each([
  [0, 'pending', 'Pending'],
  [1, 'processing', 'Processing'],
  [2, 'shipped', 'Shipped'],
  [3, 'delivered', 'Delivered'],
  [4, 'cancelled', 'Cancelled'],
  [5, 'unknown', 'Unknown (5)'],
  [-1, 'unknown', 'Unknown (-1)'],
  [1.5, 'unknown', 'Unknown (1.5)'],
  ['2', 'shipped', 'Shipped'],
  ['shipped', 'unknown', 'Unknown'],
  ['', 'unknown', 'Unknown'],
  [NaN, 'unknown', 'Unknown'],
  [true, 'unknown', 'Unknown'],
  [{}, 'unknown', 'Unknown'],
  [undefined, 'pending', 'Pending'],
  [null, 'pending', 'Pending'],
])('status %j is %s and shown as %s', { tags: ['@req-4.4'] }, (received, code, label) => {
  expect(orderStatus(received).code).toBe(code)
  expect(orderStatusText(orderStatus(received))).toBe(label)
})

test('the code is the same in Hindi, only the name is translated', () => {
  globalThis.pageWords = globalThis.wordsByLanguage?.hi
  expect(orderStatus(4)).toEqual({ code: 'cancelled' })
  expect(orderStatusText(orderStatus(4))).toBe('रद्द')
  expect(orderStatusText(orderStatus(7))).toBe('पता नहीं (7)')
})
