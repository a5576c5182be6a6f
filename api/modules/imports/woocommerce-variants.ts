import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import type { CatalogueOption, CatalogueVariant } from '../../db/catalogue-product.ts'
import type { Remark } from './remark.ts'
import { parsePieces } from './pieces.ts'
import { describePriceFault, parsePrice } from '../../tables/price.ts'
import { withoutOrigin } from './text.ts'
import { attributesOf, splitCell, WOO, wooFields, type WooAttribute } from './woocommerce-columns.ts'
import type { CsvRow } from '../../tables/csv.ts'
import type { Columns } from '../../tables/columns.ts'

const VARIANTS_MAX = 2000
const SALE_DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
/** Time in India; the file names no zone. */
const ZONE = '+05:30'

export interface WooVariants {
  options: CatalogueOption[]
  variants: CatalogueVariant[]
  /** Line of each variant. */
  lines: number[]
  problems: Remark[]
  notes: Remark[]
  warnings: Remark[]
}

/**
 * The options and variants of a product. `rows` are its published variations, or the product itself where it has none.
 * A variation that names no value of an attribute stands for every value that no other variation has.
 */
export function toWooVariants(
  columns: Columns,
  parent: CsvRow,
  rows: readonly CsvRow[],
  ownOrigin: string,
): WooVariants {
  const found: WooVariants = { options: [], variants: [], lines: [], problems: [], notes: [], warnings: [] }
  const choices = choicesOf(columns, parent, rows)
  const lines = new Map<string, number>()
  const anyLast = rows.toSorted(
    (one, other) => openChoices(columns, choices, one) - openChoices(columns, choices, other),
  )
  for (const row of anyLast) {
    const { line } = row
    const isOpen = openChoices(columns, choices, row) > 0
    const combinations = combinationsOf(columns, choices, row)
    const fields = readFields(columns, row, parent, found)
    const reason =
      typeof combinations === 'string' ? combinations : typeof fields === 'string' ? fields : undefined
    if (reason !== undefined || typeof combinations === 'string' || typeof fields === 'string') {
      found.problems.push({ line, reason: reason ?? '' })
      continue
    }
    for (const options of combinations) {
      const combination = JSON.stringify(Object.values(options))
      const earlier = lines.get(combination)
      // Without attribute columns, a row says by its SKU which of the shop's variants it means.
      const isBySku = !wooFields(columns).has('variants') && fields.sku !== undefined
      if (earlier !== undefined && !isOpen && !isBySku) {
        found.problems.push({ line, reason: `the attributes are those of row ${earlier}` })
      }
      if (earlier !== undefined && !isBySku) continue
      lines.set(combination, line)
      const images = row === parent ? [] : picturesOf(columns, row, ownOrigin).map((url) => ({ url }))
      found.variants.push({ options, ...fields, images })
      found.lines.push(line)
    }
  }
  found.problems.sort((one, other) => one.line - other.line)
  found.options = choices.map(({ name, values }) => {
    const used = new Set(found.variants.map(({ options }) => options[name] ?? ''))
    return { name, values: [...new Set([...values, ...used])].filter((value) => used.has(value)) }
  })
  warnOfSharedStock(columns, parent, rows, found)
  return found
}

/** Addresses of the pictures of a row. `ownOrigin` is removed from addresses of the shop's own pictures. */
export function picturesOf(columns: Columns, row: CsvRow, ownOrigin: string): string[] {
  return splitCell(columns.raw(row, WOO.images)).map((url) => withoutOrigin(url, ownOrigin))
}

/** What shoppers choose: the attributes that variations name, and the one size or colour of a product. */
function choicesOf(columns: Columns, parent: CsvRow, rows: readonly CsvRow[]): WooAttribute[] {
  const own = attributesOf(columns, parent)
  const named = rows.flatMap((row) => (row === parent ? [] : attributesOf(columns, row)))
  const isNamed = ({ name }: WooAttribute) => named.some((attribute) => isSame(attribute.name, name))
  const isOnlyValue = ({ name, values }: WooAttribute) =>
    values.length === 1 && (isSizeName(name) || isColorOption(name))
  const chosen = own.filter((attribute) => isNamed(attribute) || isOnlyValue(attribute))
  const known = [...chosen]
  for (const { name } of named) {
    if (!known.some((attribute) => isSame(attribute.name, name))) {
      known.push({ name, values: [], isVisible: true })
    }
  }
  return known
}

/** Number of the choices that a row leaves open. */
function openChoices(columns: Columns, choices: readonly WooAttribute[], row: CsvRow): number {
  return choices.filter((choice) => valuesOf(columns, row, choice).length !== 1).length
}

/** The values of a row for a choice: its own as the parent spells it, else all of the parent. */
function valuesOf(columns: Columns, row: CsvRow, { name, values }: WooAttribute): string[] {
  const own = attributesOf(columns, row).find((attribute) => isSame(attribute.name, name))
  const [value] = own?.values ?? []
  if (value === undefined) return values
  return [values.find((known) => isSame(known, value)) ?? value]
}

/** Every combination that a row stands for, or why there is none. */
function combinationsOf(
  columns: Columns,
  choices: readonly WooAttribute[],
  row: CsvRow,
): Record<string, string>[] | string {
  const all = choices.map((choice) => ({ name: choice.name, values: valuesOf(columns, row, choice) }))
  const missing = all.find(({ values }) => values.length === 0)
  if (missing) return `the variation has no value for the attribute "${missing.name}"`
  if (all.reduce((product, { values }) => product * values.length, 1) > VARIANTS_MAX) {
    return `it stands for more than ${VARIANTS_MAX.toLocaleString('en-IN')} variants`
  }
  return all.reduce<Record<string, string>[]>(
    (some, { name, values }) => some.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
}

type Fields = Omit<CatalogueVariant, 'options' | 'images'>

/** Price, codes and stock of a row, or an error message; adds notes. */
function readFields(columns: Columns, row: CsvRow, parent: CsvRow, { notes }: WooVariants): Fields | string {
  const price = readPrice(columns, row, row === parent ? 'product' : 'variation', notes)
  if (typeof price === 'string') return price
  const stock = readStock(columns, row, parent, notes)
  if (typeof stock === 'string') return stock
  const sku = columns.text(row, WOO.sku)
  const barcode = columns.text(row, WOO.barcode)
  return { ...price, ...(sku ? { sku } : {}), ...(barcode ? { barcode } : {}), ...stock }
}

/** A sale price applies only when it is lower, and between its dates. */
function readPrice(
  columns: Columns,
  row: CsvRow,
  noun: string,
  notes: Remark[],
): Pick<Fields, 'regularPrice' | 'discountedPrice'> | string {
  const regularPrice = parsePrice(columns.raw(row, WOO.regularPrice))
  const discountedPrice = parsePrice(columns.raw(row, WOO.salePrice))
  if (regularPrice === undefined) return `the ${noun} has no price`
  if (regularPrice === null) return describePriceFault(columns.raw(row, WOO.regularPrice))
  if (discountedPrice === null) return describePriceFault(columns.raw(row, WOO.salePrice), 'a sale price')
  if (discountedPrice === undefined || discountedPrice >= regularPrice) return { regularPrice }
  const starts = saleTime(columns.text(row, WOO.saleStarts), '00:00:00')
  const ends = saleTime(columns.text(row, WOO.saleEnds), '23:59:59')
  for (const [column, time] of [[WOO.saleStarts, starts] as const, [WOO.saleEnds, ends] as const]) {
    if (Number.isNaN(time)) return `"${columns.text(row, column)}" in the column ${column} is not a date`
  }
  const now = Date.now()
  const note = (reason: string) => notes.push({ line: row.line, reason })
  if (starts !== undefined && starts > now) {
    note('sale price that begins later: not imported')
    return { regularPrice }
  }
  if (ends !== undefined && ends < now) {
    note('sale price that has ended: not imported')
    return { regularPrice }
  }
  if (ends !== undefined) note('sale price with an end date: the shop does not end it by itself')
  return { regularPrice, discountedPrice }
}

/** Milliseconds of a date, at `time` where it names none; `undefined` for an empty cell, NaN for any other text. */
function saleTime(cell: string, time: string): number | undefined {
  if (cell === '') return undefined
  const [, date, hours, minutes, seconds = '00'] = SALE_DATE.exec(cell) ?? []
  if (date === undefined) return Number.NaN
  const clock = hours === undefined ? time : `${hours.padStart(2, '0')}:${minutes}:${seconds}`
  return Date.parse(`${date}T${clock}${ZONE}`)
}

/** Stock as WooCommerce sells it: out of stock means 0 pieces, whatever their number; without a number, none are counted. */
function readStock(
  columns: Columns,
  row: CsvRow,
  parent: CsvRow,
  notes: Remark[],
): Pick<Fields, 'stock' | 'sellsBeyondStock'> | string {
  const isParents = sharesStock(columns, row)
  const counted = isParents ? parent : row
  const pieces = parsePieces(columns.raw(counted, WOO.stock))
  if (typeof pieces === 'string') return pieces
  const status = columns.text(row, WOO.inStock).toLowerCase()
  if (!['', '0', '1', 'backorder'].includes(status)) {
    return `"${columns.text(row, WOO.inStock)}" in the column ${WOO.inStock} is not 1, 0 or backorder`
  }
  if (status === '0') {
    if (pieces !== undefined && pieces > 0) {
      notes.push({ line: row.line, reason: 'out of stock with a quantity: imported as sold out' })
    }
    return { stock: Math.min(0, pieces ?? 0) }
  }
  const isBeyond = status === 'backorder' || /^(?:1|yes|notify)$/i.test(columns.text(counted, WOO.backorders))
  return {
    ...(pieces === undefined ? {} : { stock: pieces }),
    ...(isBeyond ? { sellsBeyondStock: true } : {}),
  }
}

function sharesStock(columns: Columns, row: CsvRow): boolean {
  return columns.text(row, WOO.stock).toLowerCase() === 'parent'
}

/** The shop counts pieces per variant, so it would sell those of the product once for each. */
function warnOfSharedStock(
  columns: Columns,
  parent: CsvRow,
  rows: readonly CsvRow[],
  { variants, warnings }: WooVariants,
): void {
  const pieces = rows.some((row) => sharesStock(columns, row)) ? columns.text(parent, WOO.stock) : ''
  if (pieces === '' || variants.length < 2) return
  warnings.push({
    line: parent.line,
    reason: `the ${pieces} pieces of the product are counted for each of its ${variants.length} variants; set them with store stock set`,
  })
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
