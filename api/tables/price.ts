import { isSpreadsheetError, describeSpreadsheetError } from './spreadsheet.ts'
import { cleanText } from './clean-text.ts'

/** The last group has three digits, also in India; in `999,00` the comma is a decimal separator. */
const AMOUNT = /^(?:₹|rs\.?|inr)?\s*(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(\.\d{1,2})?\s*(?:\/-)?$/i
const TOO_MANY_DECIMALS = /\d\.\d{3,}\D*$/

/**
 * Parses rupees with at most 2 decimals, such as `1499`, `1,499.00`, `₹ 1,23,456.5` or `Rs. 999`; `undefined` for an
 * empty cell, `null` for an invalid amount, which `describePriceFault` explains.
 */
export function parsePrice(cell: string): number | undefined | null {
  const text = cleanText(cell)
  if (text === '') return undefined
  const match = AMOUNT.exec(text)
  if (!match?.[1]) return null
  return Math.round(Number(match[1].replaceAll(',', '') + (match[2] ?? '')) * 100) / 100
}

/** Says why `parsePrice` refuses the cell; `expected` is what the cell should be. */
export function describePriceFault(cell: string, expected = 'a price'): string {
  const text = cleanText(cell)
  if (isSpreadsheetError(text)) return describeSpreadsheetError(text, expected)
  return TOO_MANY_DECIMALS.test(text)
    ? `"${text}" has more than 2 decimals; a dot separates paise, not thousands`
    : `"${text}" is not ${expected}`
}
