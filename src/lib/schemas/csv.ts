// The build for browsers uses nothing of Node.
import { stringify } from 'csv-stringify/browser/esm/sync'

/** The start of a formula, after any apostrophes that the text itself has: guarding and unguarding are inverse. */
const FORMULA_START = /^'*[=+\-@\t\r＝＋－＠]/

/**
 * A row of CSV, or of TSV with a tab, without the end of its line. A cell that begins as a formula would gets an
 * apostrophe in front, as OWASP has it; an importer takes it off by `unguardCell`.
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
    // The library guards formulas, but not a text that begins with an apostrophe and a formula.
    cast: { string: (cell) => (cell.startsWith("'") && FORMULA_START.test(cell) ? `'${cell}` : cell) },
  })
}

export function unguardCell(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell
}
