import { expect, test } from 'vitest'

import {
  formatDate,
  formatDateTime,
  indianDay,
  indianYear,
  startOfIndianDay,
  toIndianIso,
} from '../../contract/dates.ts'

const NEW_YEAR = '2026-12-31T18:30:00.000Z'

test(
  'a moment has the date, time and year of India, whatever the zone of the process',
  { tags: ['@req-9.8'] },
  () => {
    expect(formatDate(NEW_YEAR)).toBe('1 January 2027')
    expect(formatDateTime(new Date(NEW_YEAR))).toBe('1 Jan 2027, 12:00 am')
    expect(toIndianIso(NEW_YEAR)).toBe('2027-01-01T00:00:00+05:30')
    expect(indianYear(new Date(NEW_YEAR))).toBe('2027')
    expect(indianDay(NEW_YEAR)).toBe('2027-01-01')
    expect(startOfIndianDay('2027-01-01').toISOString()).toBe(NEW_YEAR)
  },
)
