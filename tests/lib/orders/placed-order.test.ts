import { expect, test } from 'vitest'

import { receivedOrderListSchema } from '@tanabana/contract/order.ts'
import { findPlacedOrder } from '../../../src/lib/orders/placed-order.ts'

const NOW = Date.parse('2026-08-05T12:00:00Z')

const orders = receivedOrderListSchema.parse([
  { id: 'pending', status: 0, createdAt: '2026-08-05T11:30:00Z' },
  { id: 'older', status: 1, createdAt: '2026-08-05T09:00:00Z' },
  { id: 'newest', status: 1, createdAt: '2026-08-05T11:00:00Z' },
  { id: 'cancelled', status: 4, createdAt: '2026-08-05T11:45:00Z' },
])

test.each([
  ['the order paid in this tab', 'pending', 'pending'],
  ['in another tab, the newest paid order', undefined, 'newest'],
  ['nothing for an order that the account does not have', 'unknown', undefined],
])('order success shows %s', (_, paidHere, shown) => {
  expect(findPlacedOrder(orders, paidHere, NOW)?.id).toBe(shown)
})

test('order success shows no order of an earlier day', () => {
  expect(findPlacedOrder(orders, undefined, NOW + 48 * 60 * 60 * 1000)).toBeUndefined()
})
