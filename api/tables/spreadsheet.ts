/** What spreadsheets do to cells: errors of formulas, shortened numbers, and dates in the place of sizes. */

const ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|ERROR!)$/i
const SHORTENED = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i
const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)'
const DATE = new RegExp(
  `^(?:\\d{1,2}[-/ ]${MONTH}(?:[-/ ]\\d{2,4})?|${MONTH}[-/ ]\\d{1,4}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}|\\d{4}-\\d{2}-\\d{2})` +
    '(?:[ T]\\d{1,2}:\\d{2}(?::\\d{2})?)?$',
  'i',
)

/** True for the result of a broken formula, such as `#N/A` or `#REF!`. */
export function isSpreadsheetError(text: string): boolean {
  return ERROR.test(text)
}

/** The sentence about the error of a formula; `expected` is what the cell should hold. */
export function describeSpreadsheetError(text: string, expected: string): string {
  return `"${text}" is an error of the spreadsheet in the place of ${expected}: mend the formula of the cell and export the file again`
}

/** True for a number with an exponent, such as `8.90123E+12`, the last digits of which are lost. */
export function isShortenedNumber(text: string): boolean {
  return SHORTENED.test(text)
}

/** True for a date such as `02-Apr`, which a spreadsheet makes of a size such as `2-4`. */
export function isDateLike(text: string): boolean {
  return DATE.test(text)
}
