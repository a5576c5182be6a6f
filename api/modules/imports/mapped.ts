import type { RE2JS } from 're2js'

import { isBlank } from '../../tables/csv.ts'
import { mappedFields, mappedKey, mappedPrice, mappedProduct } from './mapped-product.ts'
import { RowReader, UnreadableCellError } from './row-reader.ts'
import { productName } from './text.ts'
import type { CsvRow } from '../../tables/csv.ts'
import type { ImportEvent } from './import-event.ts'
import type { Mapping } from './mapping.ts'
import type { Columns } from '../../tables/columns.ts'

/**
 * Reads a generic CSV through a mapping, one product per row. Rows with the same content-based key are numbered by
 * appearance; exact duplicates are left out.
 */
export async function* readMapped(
  mapping: Mapping,
  columns: Columns,
  rows: AsyncIterable<CsvRow>,
): AsyncGenerator<ImportEvent> {
  const shared = {
    empty: new Set(mapping.empty.map((word) => word.toLowerCase())),
    patterns: new Map<string, RE2JS>(),
  }
  const appearances = new Appearances()
  for await (const row of rows) {
    const { line } = row
    if (isBlank(row) && mapping.skipBlankRows) yield { kind: 'left-out', line, reason: 'blank row' }
    else if (isBlank(row)) yield { kind: 'bad', line, reason: 'the row is blank' }
    else if (row.problem) yield { kind: 'bad', line, reason: `the row ${row.problem}` }
    else yield toEvent(mapping, new RowReader(columns, row, shared), row, appearances)
  }
}

function toEvent(mapping: Mapping, reader: RowReader, row: CsvRow, appearances: Appearances): ImportEvent {
  const { line } = row
  try {
    const bad = (reason: string): ImportEvent => ({
      kind: 'bad',
      line,
      reason: `${nameOf(mapping, reader)}: ${reason}`,
    })
    const price = mappedPrice(mapping, reader)
    if (price.kind === 'problem') return bad(price.reason)
    if (price.kind === 'none') {
      return mapping.withoutPrice === 'leave-out'
        ? { kind: 'left-out', line, reason: 'row without a price' }
        : bad('the row has no price')
    }
    const product = mappedProduct(mapping, reader, price)
    const named = mappedFields(mapping)
    const content = mappedKey(mapping, reader)
    if (typeof mapping.key === 'string')
      return { kind: 'product', line, product: { ...product, key: content }, named }
    const key = appearances.keyOf(content, row.cells.join('\n'))
    return key === undefined
      ? { kind: 'left-out', line, reason: 'row that repeats an earlier one' }
      : { kind: 'product', line, product: { ...product, key }, named }
  } catch (error) {
    if (error instanceof UnreadableCellError) return { kind: 'bad', line, reason: error.message }
    throw error
  }
}

/** A key that is derived from the content tells a merchant nothing. */
function nameOf(mapping: Mapping, reader: RowReader): string {
  const title = reader.text(mapping.title)
  return typeof mapping.key === 'string'
    ? productName(mappedKey(mapping, reader), title)
    : productName(title, '')
}

class Appearances {
  readonly #rows = new Map<string, Set<string>>()

  /** Returns `content`, then `content-2`, `content-3`…; `undefined` for an exact duplicate. */
  keyOf(content: string, row: string): string | undefined {
    const rows = this.#rows.get(content) ?? new Set()
    if (rows.has(row)) return undefined
    this.#rows.set(content, rows.add(row))
    return rows.size === 1 || content === '' ? content : `${content}-${rows.size}`
  }
}
