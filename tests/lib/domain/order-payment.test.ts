import { expect, test } from 'vitest'

import { orderPayment } from '../../../src/lib/domain/order-payment.ts'

test.each([
  [undefined, 'open'],
  [0, 'open'],
  [1, 'paid'],
  [2, 'paid'],
  [3, 'paid'],
  [4, 'cancelled'],
  [7, 'paid'],
  ['pending', 'unknown'],
  [Number.NaN, 'unknown'],
  [{}, 'unknown'],
])('an order with status %j is %s', (status, expected) => {
  expect(
    orderPayment(
      [
        { id: 'other', status: 1 },
        { id: 'A1', status },
      ],
      'A1',
    ),
  ).toBe(expected)
})

test('an order that is not in the list is unknown', () => {
  expect(orderPayment([{ id: 'other', status: 1 }], 'A1')).toBe('unknown')
})
