import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { orderPayment } from '../../../src/lib/payment/order-payment.ts'
import '../../../src/lib/i18n/hi/browser.js'
import { receivedOrderListSchema } from '@tanabana/contract/order.ts'

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
  [7, 'unknown'],
  ['pending', 'unknown'],
  ['paid', 'unknown'],
  ['Processing', 'unknown'],
  [Number.NaN, 'unknown'],
  [{}, 'unknown'],
] as const

const read = (...orders: object[]) => z.parse(receivedOrderListSchema, orders)

describe.each(['en', 'hi'])('in %s', (language) => {
  test.each(STATUSES)(
    'an order with status %j is %s',
    { tags: ['@decision-1.1', '@req-10.27'] },
    (status, expected) => {
      globalThis.pageWords = language === 'hi' ? globalThis.wordsByLanguage?.hi : undefined
      expect(orderPayment(read({ id: 'other', status: 1 }, { id: 'A1', status }), 'A1').state).toBe(expected)
    },
  )
})

test('an order that is not in the list is missing', () => {
  expect(orderPayment(read({ id: 'other', status: 1 }), 'A1')).toEqual({ state: 'missing' })
})

test('the order is found by a number, with its total', () => {
  const items = [{ productTitle: 'Kurta', quantity: '2', price: '499.50' }]
  expect(orderPayment(read({ id: 17, items }), '17')).toMatchObject({ state: 'open', total: 999 })
})
