import { isBlank } from '../../tables/csv.ts'
import { productName } from './text.ts'
import { keyOf, nameOf, columnsNotImported, WOO } from './woocommerce-columns.ts'
import { toWooEvents, typesOf } from './woocommerce-product.ts'
import type { CsvRow } from '../../tables/csv.ts'
import type { ImportEvent } from './import-event.ts'
import type { Columns } from '../../tables/columns.ts'

/**
 * Reads WooCommerce's product export. A variation names its parent by SKU or `id:N`, wherever its row is, so a first
 * pass counts the variations of each variable product; the second yields it after its last row and holds only
 * incomplete products in memory.
 */
export async function* readWooCommerce(
  columns: Columns,
  open: () => Promise<AsyncIterable<CsvRow>>,
  ownOrigin: string,
): AsyncGenerator<ImportEvent> {
  const families = await countFamilies(columns, await open())
  const lines = new Map<string, number>()
  const incomplete = new Map<string, { parent?: CsvRow; variations: CsvRow[] }>()
  for await (const row of await open()) {
    const { line } = row
    if (isBlank(row)) {
      yield { kind: 'left-out', line, reason: 'blank row' }
      continue
    }
    const [type = ''] = typesOf(columns, row)
    const isVariation = type === 'variation'
    const key = isVariation ? families.keyOfParent(parentOf(columns, row)) : keyOf(columns, row)
    const reason = reasonToRefuse(columns, row, type, key)
    if (reason !== undefined || key === undefined) {
      yield { kind: 'bad', line, reason: reason ?? '' }
      continue
    }
    for (const column of columnsNotImported(columns, row)) yield { kind: 'not-imported', line, column }
    if (!isVariation && type !== 'variable') {
      yield* toWooEvents({ columns, key, parent: row, variations: [], ownOrigin })
      continue
    }
    const earlier = lines.get(key)
    if (!isVariation && earlier !== undefined) {
      const name = productName(key, nameOf(columns, row))
      yield { kind: 'bad', line, reason: `${name}: the key "${key}" was already used at row ${earlier}` }
      continue
    }
    const family = incomplete.get(key) ?? { variations: [] }
    if (isVariation) family.variations.push(row)
    else {
      family.parent = row
      lines.set(key, line)
    }
    const { parent, variations } = family
    if (parent && variations.length === families.sizeOf(key)) {
      incomplete.delete(key)
      yield* toWooEvents({ columns, key, parent, variations, ownOrigin })
    } else incomplete.set(key, family)
  }
}

interface Families {
  keyOfParent: (reference: string) => string | undefined
  /** Number of variations of a variable product. */
  sizeOf: (key: string) => number
}

async function countFamilies(columns: Columns, rows: AsyncIterable<CsvRow>): Promise<Families> {
  const keys = new Map<string, string>()
  const variations = new Map<string, number>()
  for await (const row of rows) {
    const [type] = typesOf(columns, row)
    if (type === 'variation') {
      const reference = parentOf(columns, row)
      variations.set(reference, (variations.get(reference) ?? 0) + 1)
    }
    if (type !== 'variable') continue
    const key = keyOf(columns, row)
    for (const reference of [columns.text(row, WOO.sku), `id:${columns.text(row, WOO.id)}`]) {
      if (reference !== '' && !keys.has(reference.toLowerCase())) keys.set(reference.toLowerCase(), key)
    }
  }
  const sizes = new Map<string, number>()
  for (const [reference, count] of variations) {
    const key = keys.get(reference)
    if (key !== undefined) sizes.set(key, (sizes.get(key) ?? 0) + count)
  }
  return {
    keyOfParent: (reference) => (reference === '' ? undefined : keys.get(reference)),
    sizeOf: (key) => sizes.get(key) ?? 0,
  }
}

function parentOf(columns: Columns, row: CsvRow): string {
  return columns.text(row, WOO.parent).toLowerCase()
}

function reasonToRefuse(
  columns: Columns,
  row: CsvRow,
  type: string,
  key: string | undefined,
): string | undefined {
  if (type === '') return row.problem ? `the row ${row.problem}` : 'the row has no Type'
  if (key === '') return 'the row has neither SKU nor ID'
  if (key !== undefined) return undefined
  const name = productName(keyOf(columns, row), nameOf(columns, row))
  if (row.problem) return `${name}: the row ${row.problem}`
  return `${name}: the file has no variable product "${columns.text(row, WOO.parent)}", its parent`
}
