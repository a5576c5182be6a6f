/** With the apostrophes that it may have already, so that each way undoes the other. */
const FORMULA_START = /^'*[=+\-@\t\r]/

/**
 * A cell that no spreadsheet runs: one that begins as a formula would gets an apostrophe in front, as OWASP has it. The
 * importer takes it off again.
 */
function guardCell(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text
}

/** The other way round. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell
}

/** A row of CSV, or of TSV with a tab. */
export function toRow(cells: readonly string[], separator = ','): string {
  return cells
    .map(guardCell)
    .map((cell) =>
      /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(separator)
}
