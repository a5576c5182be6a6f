import { t } from './translate.ts'

/**
 * Month name, day and year in the reader's time zone, or `undefined` when `date` is absent or no date.
 *
 * @example formatDate('2026-08-05T10:00:00Z') // 'August 5, 2026'
 */
export function formatDate(date: string | undefined): string | undefined {
  const time = date ? Date.parse(date) : NaN
  if (Number.isNaN(time)) return undefined
  // The catalogue says by which language's rules.
  return new Intl.DateTimeFormat(t('en-US'), { dateStyle: 'long' }).format(time)
}
