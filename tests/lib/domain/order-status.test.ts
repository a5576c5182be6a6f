import { expect, test } from 'vitest'

import { orderStatus } from '../../../src/lib/domain/order-status.ts'

test.each([
  [0, 'Pending', 'warning'],
  [1, 'Processing', 'info'],
  [2, 'Shipped', 'violet'],
  [3, 'Delivered', 'success'],
  [4, 'Cancelled', 'danger'],
  [5, 'Unknown (5)', 'neutral'],
  [-1, 'Unknown (-1)', 'neutral'],
  [1.5, 'Unknown (1.5)', 'neutral'],
  ['2', 'Shipped', 'violet'],
  ['shipped', 'Unknown', 'neutral'],
  ['', 'Unknown', 'neutral'],
  [NaN, 'Unknown', 'neutral'],
  [true, 'Unknown', 'neutral'],
  [{}, 'Unknown', 'neutral'],
  [undefined, 'Pending', 'warning'],
  [null, 'Pending', 'warning'],
])('status %j is shown as %s in %s', (code, label, tone) => {
  expect(orderStatus(code)).toMatchObject({ label, tone })
})

test('only Pending orders offer Pay Now', () => {
  expect([0, 1, 2, 3, 4, 9, 'x'].map((code) => orderStatus(code).isPending)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ])
})
