import { beforeEach, expect, test } from 'vitest'

import '../../../src/lib/i18n/hi/browser.js'
import { formatDate, formatDateTime, formatMonthFirst } from '../../../src/lib/i18n/date-text.ts'

beforeEach(() => {
  globalThis.pageWords = undefined
})

test.each([
  ['2026-08-05T12:00:00Z', '5 August 2026', 'August 5, 2026'],
  ['2025-12-31T12:00:00.000+05:30', '31 December 2025', 'December 31, 2025'],
  ['2025-12-31T18:30:00Z', '1 January 2026', 'January 1, 2026'],
  ['soon', undefined, undefined],
  ['', undefined, undefined],
  [undefined, undefined, undefined],
])(
  '%s is shown as %s, and on the account page as %s',
  { tags: ['@req-2.16', '@req-3.8'] },
  (date, shown, monthFirst) => {
    expect(formatDate(date)).toBe(shown)
    expect(formatMonthFirst(date)).toBe(monthFirst)
  },
)

test('the time of a step is that of India', { tags: ['@req-9.8'] }, () => {
  expect(formatDateTime('2026-11-25T19:55:00Z')).toBe('26 Nov 2026, 1:25 am')
})

test('dates and times in Hindi have no English word', { tags: ['@req-9.8'] }, () => {
  globalThis.pageWords = globalThis.wordsByLanguage?.hi
  expect(formatDateTime('2026-11-25T10:53:00Z')).toBe('25 नव॰ 2026, 16:23')
  expect(formatDate('2026-11-25T10:53:00Z')).toBe('25 नवंबर 2026')
  expect(formatMonthFirst('2026-11-25T10:53:00Z')).toBe('25 नवंबर 2026')
})
