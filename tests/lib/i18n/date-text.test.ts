import { expect, test } from 'vitest'

import { formatDate } from '../../../src/lib/orders/order-text.ts'

test.each([
  ['2026-08-05T12:00:00Z', 'August 5, 2026'],
  ['2025-12-31T12:00:00.000+05:30', 'December 31, 2025'],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is shown as %s', (date, shown) => {
  expect(formatDate(date)).toBe(shown)
})
