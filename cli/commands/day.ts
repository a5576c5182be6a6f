import { InvalidArgumentError } from 'commander'

import { startOfIndianDay } from '@tanabana/contract/dates.ts'

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 24 * 60 * 60 * 1000

/** An option's parser for a day such as 2026-12-31. */
export function toDay(typed: string): string {
  const start = DAY_PATTERN.test(typed) ? new Date(`${typed}T00:00:00Z`) : undefined
  // 31 February is another day in JavaScript.
  if (start && !Number.isNaN(start.getTime()) && start.toISOString().startsWith(typed)) return typed
  throw new InvalidArgumentError('Write a day as 2026-12-31.')
}

/** The end of a day in India: the start of the next one. */
export function endOfDay(day: string): Date {
  return new Date(startOfIndianDay(day).getTime() + DAY_MS)
}
