import { isBlank } from '../../tables/csv.ts'
import { splitDetails } from './google-fields.ts'
import { groupOf, toGoogleEvents, type GoogleOptions } from './google-item.ts'
import type { GoogleItem } from './google-variants.ts'
import { productName } from './text.ts'
import type { CsvRow } from '../../tables/csv.ts'
import type { ImportEvent } from './import-event.ts'
import type { Columns } from '../../tables/columns.ts'

const LISTS = ['additional_image_link']
const BETWEEN_ADDRESSES = /,\s*(?=https?:)/

export function isGoogleTable(columns: Columns): boolean {
  return (
    ['id', 'title', 'price'].every((name) => hasColumn(columns, name)) && hasColumn(columns, 'image_link')
  )
}

/** Reads the items of a tabular feed, whose columns have Google's names with spaces or underscores. */
export async function* readGoogleTable(
  columns: Columns,
  rows: AsyncIterable<CsvRow>,
): AsyncGenerator<GoogleItem | ImportEvent> {
  for await (const row of rows) {
    if (isBlank(row)) {
      yield { kind: 'left-out', line: row.line, reason: 'blank row' }
      continue
    }
    if (row.problem) {
      yield { kind: 'bad', line: row.line, reason: `the row ${row.problem}` }
      continue
    }
    const values = new Map<string, string[]>()
    for (const column of columns.header) {
      const name = toName(column)
      const cell = columns.raw(row, column).trim()
      const parts = LISTS.includes(name) ? splitAddresses(cell) : [cell]
      if (cell !== '') values.set(name, parts)
    }
    yield { line: row.line, values, details: splitDetails(values.get('product_detail')?.[0] ?? '') }
  }
}

/** Google's names of the table's columns. */
export function googleColumns(columns: Columns): ReadonlySet<string> {
  return new Set(columns.header.map(toName))
}

/**
 * Reads the products of a feed's items. The feed names the fields of `columns`; without a header, those of any item. A
 * first pass counts the items of each group, so that each product is complete
 * after its last item and only incomplete groups are held in memory.
 */
export async function* readGoogle(
  open: () => AsyncIterable<GoogleItem | ImportEvent>,
  options: GoogleOptions,
  columns?: ReadonlySet<string>,
): AsyncGenerator<ImportEvent> {
  const left = new Map<string, number>()
  const names = new Set(columns)
  for await (const item of open()) {
    if ('kind' in item) continue
    left.set(groupOf(item), (left.get(groupOf(item)) ?? 0) + 1)
    for (const name of item.values.keys()) names.add(name)
    if (item.details.length > 0) names.add('product_detail')
  }
  const openGroups = new Map<string, GoogleItem[]>()
  for await (const item of open()) {
    if ('kind' in item) {
      yield item
      continue
    }
    const key = groupOf(item)
    if (key === '') {
      const name = productName(item.values.get('title')?.[0] ?? '', '')
      yield { kind: 'bad', line: item.line, reason: `${name}: the item has neither id nor item_group_id` }
      continue
    }
    const items = openGroups.get(key) ?? []
    items.push(item)
    if (items.length < (left.get(key) ?? 0)) {
      openGroups.set(key, items)
      continue
    }
    openGroups.delete(key)
    yield* toGoogleEvents(key, items, options, names)
  }
}

/** Addresses of a table cell, between commas. */
function splitAddresses(cell: string): string[] {
  return cell.split(BETWEEN_ADDRESSES).map((address) => address.trim())
}

function hasColumn(columns: Columns, name: string): boolean {
  return columns.header.some((column) => toName(column) === name)
}

function toName(column: string): string {
  return column
    .toLowerCase()
    .replace(/^g:/, '')
    .trim()
    .replace(/[\s_]+/g, '_')
}
