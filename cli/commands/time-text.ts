import { formatDateTime } from '@tanabana/contract/dates.ts'

/** Formats a moment for merchants, in the time of India: `26 Nov 2026, 1:25 am IST`. Empty for `null`. */
export function timeText(moment: Date | string | null): string {
  const text = moment === null ? undefined : formatDateTime(moment)
  return text === undefined ? '' : `${text} IST`
}
