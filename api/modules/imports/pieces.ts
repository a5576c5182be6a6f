import { isShortenedNumber, isSpreadsheetError, describeSpreadsheetError } from '../../tables/spreadsheet.ts'
import { cleanText } from '../../tables/clean-text.ts'

const PIECES = /^[+-]?(?:\d+|\d{1,3}(?:,\d{2,3})+)(?:\.0+)?$/

/** Parses a whole number such as `12`, `-3`, `1,200` or `4.0`; `undefined` for an empty cell, else an error message. */
export function parsePieces(cell: string): number | undefined | string {
  const text = cleanText(cell)
  if (text === '') return undefined
  const pieces = PIECES.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
  if (Number.isSafeInteger(pieces)) return pieces
  if (isSpreadsheetError(text)) return describeSpreadsheetError(text, 'a number of pieces')
  return isShortenedNumber(text)
    ? `"${text}" is not a number of pieces: write its digits, without an exponent`
    : `"${text}" is not a number of pieces`
}
