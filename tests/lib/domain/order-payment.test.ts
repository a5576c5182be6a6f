import { beforeEach, describe, expect, test } from 'vitest'

import { orderPayment } from '../../../src/lib/domain/order-payment.ts'
import '../../../src/lib/messages/hi/browser.js'

beforeEach(() => {
  globalThis.pageWords = undefined
})

const STATUSES = [
  [undefined, 'open'],
  [0, 'open'],
  [1, 'paid'],
  [2, 'paid'],
  [3, 'paid'],
  [4, 'cancelled'],
  [7, 'paid'],
  ['pending', 'unknown'],
  ['paid', 'unknown'],
  ['Processing', 'unknown'],
  [Number.NaN, 'unknown'],
  [{}, 'unknown'],
] as const

describe.each(['en', 'hi'])('in %s', (language) => {
  test.each(STATUSES)('an order with status %j is %s', (status, expected) => {
    globalThis.pageWords = language === 'hi' ? globalThis.hindiWords : undefined
    const orders = [
      { id: 'other', status: 1 },
      { id: 'A1', status },
    ]
    expect(orderPayment(orders, 'A1')).toBe(expected)
  })
})

test('an order that is not in the list is unknown', () => {
  expect(orderPayment([{ id: 'other', status: 1 }], 'A1')).toBe('unknown')
})
