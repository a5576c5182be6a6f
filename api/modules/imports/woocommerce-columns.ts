import { decodeHTML } from 'entities'

import type { CatalogueField } from '../catalogue/named-fields.ts'
import { cleanText } from '../../tables/clean-text.ts'
import type { CsvRow } from '../../tables/csv.ts'
import type { Columns } from '../../tables/columns.ts'

/** Column names of WooCommerce's own product export, in English. */
export const WOO = {
  id: 'ID',
  type: 'Type',
  sku: 'SKU',
  barcode: 'GTIN, UPC, EAN, or ISBN',
  name: 'Name',
  published: 'Published',
  featured: 'Is featured?',
  visibility: 'Visibility in catalog',
  shortDescription: 'Short description',
  description: 'Description',
  saleStarts: 'Date sale price starts',
  saleEnds: 'Date sale price ends',
  inStock: 'In stock?',
  stock: 'Stock',
  backorders: 'Backorders allowed?',
  salePrice: 'Sale price',
  regularPrice: 'Regular price',
  categories: 'Categories',
  tags: 'Tags',
  images: 'Images',
  parent: 'Parent',
  brands: 'Brands',
} as const

export const WOO_REQUIRED = [WOO.type, WOO.sku, WOO.name, WOO.published, WOO.regularPrice] as const

/** Settings that every row has and that say nothing about the product. */
const IGNORED = [
  'Tax status',
  'Position',
  'Allow customer reviews?',
  'Download limit',
  'Download expiry days',
]
const IMPORTED_COLUMNS = new Set([...Object.values(WOO), ...IGNORED].map((name) => name.toLowerCase()))
const ATTRIBUTE_COLUMN = /^attribute (\d+) (?:name|value\(s\)|visible|global|default)$/i
/** Values that mean "not set". */
const UNSET = new Set(['', '0', 'parent'])

export function isWooCommerce(columns: Columns): boolean {
  return WOO_REQUIRED.every((name) => columns.has(name))
}

export interface WooAttribute {
  name: string
  /** Empty in a variation that stands for any value. */
  values: string[]
  /** False for an attribute that the product page does not show. */
  isVisible: boolean
}

/** The attributes of a product, or the values of a variation. */
export function attributesOf(columns: Columns, row: CsvRow): WooAttribute[] {
  return layoutOf(columns).attributes.flatMap((number) => {
    const name = columns.text(row, `Attribute ${number} name`)
    const values = splitCell(columns.raw(row, `Attribute ${number} value(s)`))
    const isVisible = columns.text(row, `Attribute ${number} visible`) !== '0'
    return name === '' ? [] : [{ name, values, isVisible }]
  })
}

/** The filled columns of a row that the shop has no place for. */
export function columnsNotImported(columns: Columns, row: CsvRow): string[] {
  return layoutOf(columns).notImported.filter((column) => !UNSET.has(columns.text(row, column)))
}

/** Splits a cell at its commas; a backslash precedes a comma that belongs to a value. */
export function splitCell(cell: string): string[] {
  return cell
    .split(/(?<!\\),/)
    .map((part) => cleanText(part.replaceAll('\\,', ',')))
    .filter((part) => part !== '')
}

/** The name as text: WordPress keeps it with character references. */
export function nameOf(columns: Columns, row: CsvRow): string {
  return cleanText(decodeHTML(columns.raw(row, WOO.name)))
}

/** The key of a product: its SKU, else `id:` and its id as the column Parent has it; empty without both. */
export function keyOf(columns: Columns, row: CsvRow): string {
  const id = columns.text(row, WOO.id)
  return columns.text(row, WOO.sku) || (id === '' ? '' : `id:${id}`)
}

const COLUMNS_OF: readonly (readonly [CatalogueField, readonly string[]])[] = [
  ['description', [WOO.shortDescription, WOO.description]],
  ['category', [WOO.categories]],
  ['parentCategory', [WOO.categories]],
  ['sellingPrice', [WOO.salePrice]],
  ['mainPicture', [WOO.images]],
  ['pictures', [WOO.images]],
  ['tags', [WOO.tags]],
  ['barcode', [WOO.barcode]],
  ['stock', [WOO.stock]],
  ['availability', [WOO.inStock]],
  ['sellsBeyondStock', [WOO.backorders]],
  ['variantPictures', [WOO.images]],
]

/** The fields that the table's columns name. Computed once per table. */
export function wooFields(columns: Columns): ReadonlySet<CatalogueField> {
  return layoutOf(columns).fields
}

interface Layout {
  /** Numbers of the attributes. */
  attributes: number[]
  notImported: string[]
  fields: ReadonlySet<CatalogueField>
}

const layouts = new WeakMap<Columns, Layout>()

/** Computed once per table. */
function layoutOf(columns: Columns): Layout {
  const known = layouts.get(columns)
  if (known) return known
  const numbers = columns.header.flatMap((name) => ATTRIBUTE_COLUMN.exec(name)?.[1] ?? [])
  const attributes = [...new Set(numbers.map(Number))].toSorted((one, other) => one - other)
  const hasChoices = attributes.some((number) => columns.has(`Attribute ${number} name`))
  const layout = {
    attributes,
    notImported: columns.header.filter(
      (name) => name !== '' && !IMPORTED_COLUMNS.has(name.toLowerCase()) && !ATTRIBUTE_COLUMN.test(name),
    ),
    fields: new Set<CatalogueField>([
      ...(['regularPrice', 'sku'] as const),
      ...COLUMNS_OF.flatMap(([field, names]) => (names.some((name) => columns.has(name)) ? [field] : [])),
      ...(hasChoices ? (['variants'] as const) : []),
    ]),
  }
  layouts.set(columns, layout)
  return layout
}
