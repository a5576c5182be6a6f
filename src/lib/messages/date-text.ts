import { t } from './translate.ts'

/**
 * Formats month name, day and year in the reader's time zone; `undefined` when `date` is absent or invalid.
 *
 * @example formatDate('2026-08-05T10:00:00Z') // 'August 5, 2026'
 */
export function formatDate(date: string | undefined): string | undefined {
  const time = date ? Date.parse(date) : NaN
  if (Number.isNaN(time)) return undefined
  // The translation of `en-US` is the locale of the page.
  return new Intl.DateTimeFormat(t('en-US'), { dateStyle: 'long' }).format(time)
}
