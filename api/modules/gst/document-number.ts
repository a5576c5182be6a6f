import { toIndianIso } from '@tanabana/contract/dates.ts'

/** Rule 46 (b) of the CGST Rules. */
const NUMBER_MAX_LENGTH = 16

/** The year in India in which the financial year of a moment begins, on 1 April. */
export function financialYear(moment: Date): number {
  const [year = 0, month = 0] = toIndianIso(moment).split('-').map(Number)
  return month < 4 ? year - 1 : year
}

/**
 * The number of the document at `position` of a series.
 *
 * @example documentNumber('INV', 2026, 17) // 'INV/26-27/17'
 * @throws {Error} the number would be longer than rule 46 allows
 */
export function documentNumber(series: string, year: number, position: number): string {
  const digits = (one: number) => String(one % 100).padStart(2, '0')
  const number = `${series}/${digits(year)}-${digits(year + 1)}/${position}`
  if (number.length <= NUMBER_MAX_LENGTH) return number
  throw new Error(`The series ${series} is full: ${number} has more than ${NUMBER_MAX_LENGTH} characters.`)
}
