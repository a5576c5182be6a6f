/** Time zone of all dates, independent of the server's and the browser's. */
const INDIA = 'Asia/Kolkata'
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000

/** A moment as a date or an ISO text. */
export type Moment = Date | string | undefined

/**
 * Formats the Indian date of a moment; `undefined` when it is absent or invalid.
 *
 * @example formatDate('2026-11-25T20:00:00Z') // '26 November 2026'
 */
export function formatDate(moment: Moment, locale = 'en-IN'): string | undefined {
  return format(moment, locale, { dateStyle: 'long' })
}

/**
 * Formats Indian date and time of a moment; `undefined` when it is absent or invalid.
 *
 * @example formatDateTime('2026-11-25T20:00:00Z') // '26 Nov 2026, 1:30 am'
 */
export function formatDateTime(moment: Moment, locale = 'en-IN'): string | undefined {
  return format(moment, locale, { dateStyle: 'medium', timeStyle: 'short' })
}

/**
 * Returns a moment for tables, in ISO 8601 with the Indian offset.
 *
 * @example toIndianIso('2026-11-25T20:00:00Z') // '2026-11-26T01:30:00+05:30'
 * @throws {RangeError} the moment is invalid
 */
export function toIndianIso(moment: Date | string): string {
  const shifted = new Date(new Date(moment).getTime() + INDIA_OFFSET_MS)
  return `${shifted.toISOString().slice(0, 19)}+05:30`
}

/**
 * Returns the day in India, such as `2026-11-26`.
 * @throws {RangeError} the moment is invalid
 */
export function indianDay(moment: Date | string): string {
  return toIndianIso(moment).slice(0, 10)
}

/** Returns the start of a day in India; `day` as `indianDay` writes it. */
export function startOfIndianDay(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`)
}

/**
 * Returns the year in India.
 * @throws {RangeError} the moment is invalid
 */
export function indianYear(moment: Date): string {
  return toIndianIso(moment).slice(0, 4)
}

function format(moment: Moment, locale: string, options: Intl.DateTimeFormatOptions): string | undefined {
  const time = moment ? new Date(moment).getTime() : NaN
  if (Number.isNaN(time)) return undefined
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: INDIA }).format(time)
}
