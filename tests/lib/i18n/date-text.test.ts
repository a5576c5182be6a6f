import { beforeEach, expect, test } from 'vitest'

import '../../../src/lib/i18n/hi/browser.js'
import { formatDate, formatMoment } from '../../../src/lib/orders/order-text.ts'

beforeEach(() => {
  globalThis.pageWords = undefined
})

test.each([
  ['2026-08-05T12:00:00Z', 'August 5, 2026'],
  ['2025-12-31T12:00:00.000+05:30', 'December 31, 2025'],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is shown as %s', { tags: ['@req-2.16', '@req-3.8'] }, (date, shown) => {
  expect(formatDate(date)).toBe(shown)
})

test('the time of a step in Hindi has no English pm', () => {
  globalThis.pageWords = globalThis.wordsByLanguage?.hi
  expect(formatMoment('2026-11-25T16:23:00')).toBe('25 नव॰ 2026, 16:23')
})
