import type { RE2JS } from 're2js'

import { cleanText } from '../../tables/clean-text.ts'
import { toTitleCase } from './text.ts'
import type { CsvRow } from '../../tables/csv.ts'
import { compilePattern, type Rule } from './mapping.ts'
import type { Columns } from '../../tables/columns.ts'

export class UnreadableCellError extends Error {
  override name = 'UnreadableCellError'
}

/**
 * Applies a mapping's rules to one row. `empty` lists the cell values, in lower case, that mean "empty"; `patterns` holds
 * the compiled patterns of the mapping for all rows.
 */
export class RowReader {
  readonly #columns: Columns
  readonly #row: CsvRow
  readonly #empty: ReadonlySet<string>
  readonly #patterns: Map<string, RE2JS>

  constructor(
    columns: Columns,
    row: CsvRow,
    { empty, patterns }: { empty: ReadonlySet<string>; patterns: Map<string, RE2JS> },
  ) {
    this.#columns = columns
    this.#row = row
    this.#empty = empty
    this.#patterns = patterns
  }

  raw(column: string): string {
    const cell = this.#columns.raw(this.#row, column)
    return this.#empty.has(cleanText(cell).toLowerCase()) ? '' : cell
  }

  /** The values as one text. */
  text(rule: Rule | undefined): string {
    return this.list(rule).join(' ')
  }

  /**
   * The clean values without empty ones.
   * @throws {UnreadableCellError} a JSON list cell cannot be parsed
   */
  list(rule: Rule | undefined): string[] {
    if (rule === undefined) return []
    if (typeof rule === 'string') return this.#clean([this.raw(rule)])
    if ('constant' in rule) return [rule.constant]
    if ('join' in rule) {
      const joined = rule.join.flatMap((part) => this.list(part)).join(' ')
      return this.#clean([rule.case === 'title' ? toTitleCase(joined) : joined])
    }
    const cell = this.raw(rule.column)
    if (rule.pattern !== undefined && !this.#matches(cell, rule.pattern)) return []
    if (rule.as === 'json') return this.#clean(parseTextList(cell, rule.column))
    return this.#clean(rule.split === undefined ? [cell] : cell.split(rule.split))
  }

  #matches(cell: string, pattern: string): boolean {
    const compiled = this.#patterns.get(pattern) ?? compilePattern(pattern)
    this.#patterns.set(pattern, compiled)
    return compiled.matcher(cell).find()
  }

  #clean(values: readonly string[]): string[] {
    return values.map(cleanText).filter((value) => value !== '' && !this.#empty.has(value.toLowerCase()))
  }
}

/** Parses `["one", "two"]`; an empty cell is an empty list. */
export function parseTextList(cell: string, column: string): string[] {
  if (cell.trim() === '') return []
  try {
    const value: unknown = JSON.parse(cell)
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  } catch {
    // Reported below, together with other invalid lists.
  }
  throw new UnreadableCellError(`the column ${column} must hold a JSON list of texts`)
}
