const longDate = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' })

/**
 * Month name, day and year in the reader's time zone, or `undefined` when `date` is absent or no date. §2 Account
 *
 * @example formatDate('2026-08-05T10:00:00Z') // 'August 5, 2026'
 */
export function formatDate(date: string | undefined): string | undefined {
  const time = date ? Date.parse(date) : NaN
  return Number.isNaN(time) ? undefined : longDate.format(time)
}
