import * as dates from '@tanabana/contract/dates.ts'
import { t } from './translate.ts'

// The translations of `en-IN` and `en-US` are the locale of the page.

/**
 * Formats a date for the page's language; `undefined` when it is absent or invalid.
 *
 * @example formatDate('2026-08-05T10:00:00Z') // '5 August 2026'
 */
export function formatDate(date: string | undefined): string | undefined {
  return dates.formatDate(date, t('en-IN'))
}

/** Formats date and time for the page's language; `undefined` when they are absent or invalid. */
export function formatDateTime(date: string | undefined): string | undefined {
  return dates.formatDateTime(date, t('en-IN'))
}

/**
 * Formats month name, day and year, as the account page shows them; `undefined` when the date is absent or invalid.
 * docs/requirements.md#216-account
 *
 * @example formatMonthFirst('2026-08-05T10:00:00Z') // 'August 5, 2026'
 */
export function formatMonthFirst(date: string | undefined): string | undefined {
  return dates.formatDate(date, t('en-US'))
}
