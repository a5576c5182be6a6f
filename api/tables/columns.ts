import { cleanText } from './clean-text.ts'
import type { CsvRow } from './csv.ts'

/** Finds columns by name, ignoring case and spaces. The first of two equal names counts. */
export class Columns {
  readonly header: readonly string[]
  readonly #places = new Map<string, number>()

  constructor(header: readonly string[]) {
    this.header = header
    for (const [place, name] of header.entries()) {
      const plain = toPlainName(name)
      if (!this.#places.has(plain)) this.#places.set(plain, place)
    }
  }

  has(name: string): boolean {
    return this.#places.has(toPlainName(name))
  }

  /** The raw cell; empty when the column or the cell is missing. */
  raw(row: CsvRow, ...names: string[]): string {
    for (const name of names) {
      const place = this.#places.get(toPlainName(name))
      if (place !== undefined) return row.cells[place] ?? ''
    }
    return ''
  }

  /** The cell as one line of clean text, from the first of the names that is a column. */
  text(row: CsvRow, ...names: string[]): string {
    return cleanText(this.raw(row, ...names))
  }
}

function toPlainName(name: string): string {
  return cleanText(name).toLowerCase()
}
