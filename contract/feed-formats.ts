import { stringify } from 'csv-stringify/browser/esm/sync'
import { escapeUTF8 } from 'entities/escape'

/** Start of a formula, after any apostrophes of the text itself, so that `unguardCell` reverses the guard. */
const FORMULA_START = /^'*[=+\-@\t\r＝＋－＠]/

/**
 * Formats a row of CSV, or of TSV with a tab as delimiter, without a line end. Puts an apostrophe before a cell that
 * starts like a formula, as OWASP recommends; `unguardCell` removes it.
 */
export function toCsvRow(
  cells: readonly string[],
  { delimiter = ',', quoted = false }: { delimiter?: string; quoted?: boolean } = {},
): string {
  return stringify([cells], {
    delimiter,
    quoted,
    quoted_empty: quoted,
    quoted_match: /[\r\n]/,
    eof: false,
    escape_formulas: true,
    // `escape_formulas` skips a text that starts with an apostrophe and a formula.
    cast: { string: (cell) => (cell.startsWith("'") && FORMULA_START.test(cell) ? `'${cell}` : cell) },
  })
}

export function unguardCell(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell
}

/** Characters that are invalid in XML 1.0. */
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Removes the characters that XML cannot hold. */
export function toXmlText(text: string): string {
  return text.toWellFormed().replace(UNWRITABLE, '')
}

/** Escapes text for XML content or attributes and removes invalid characters. */
export function escapeXml(text: string): string {
  return escapeUTF8(toXmlText(text))
}
