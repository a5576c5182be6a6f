import { isBlank } from '../../tables/csv.ts'
import { SHOPIFY, columnsNotImported } from './shopify-columns.ts'
import { toShopifyEvents } from './shopify-product.ts'
import type { CsvRow } from '../../tables/csv.ts'
import type { ImportEvent } from './import-event.ts'
import type { Columns } from '../../tables/columns.ts'

/**
 * Reads a Shopify product export: consecutive rows of one handle are one product. A handle that returns later is a
 * bad row, so that the reader holds one product in memory.
 */
export async function* readShopify(
  columns: Columns,
  rows: AsyncIterable<CsvRow>,
  ownOrigin: string,
): AsyncGenerator<ImportEvent> {
  const lastLines = new Map<string, number>()
  let handle = ''
  let group: CsvRow[] = []

  function* finish(): Generator<ImportEvent> {
    if (group.length > 0) yield* toShopifyEvents(columns, handle, group, ownOrigin)
    group = []
  }

  for await (const row of rows) {
    if (isBlank(row)) {
      yield { kind: 'left-out', line: row.line, reason: 'blank row' }
      continue
    }
    const rowHandle = columns.text(row, ...SHOPIFY.handle)
    if (rowHandle !== handle || rowHandle === '') {
      yield* finish()
      handle = ''
    }
    const lastLine = lastLines.get(rowHandle)
    if (!rowHandle) {
      yield { kind: 'bad', line: row.line, reason: row.problem ?? 'the row has no Handle' }
    } else if (handle === '' && lastLine !== undefined) {
      const reason = `the rows of "${rowHandle}" must be together, but they ended at row ${lastLine}: sort the file by Handle`
      yield { kind: 'bad', line: row.line, reason }
    } else {
      handle = rowHandle
      for (const column of columnsNotImported(columns)) {
        if (columns.text(row, column) !== '') yield { kind: 'not-imported', line: row.line, column }
      }
      group.push(row)
      lastLines.set(rowHandle, row.line)
    }
  }
  yield* finish()
}
