import { isSizeName } from '@tanabana/contract/attribute-names.ts'
import type { CatalogueField } from '../catalogue/named-fields.ts'
import type { CsvRow } from '../../tables/csv.ts'
import type { Columns } from '../../tables/columns.ts'

/** Column names in the classic export, the 52-column export of 2025 and the newest template. */
export const SHOPIFY = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  body: ['Body (HTML)', 'Description'],
  vendor: ['Vendor'],
  type: ['Type', 'Custom Product Type'],
  productCategory: ['Product Category', 'Standard Product Type', 'Google Shopping / Google Product Category'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  giftCard: ['Gift Card'],
  price: ['Variant Price', 'Price'],
  compareAtPrice: ['Variant Compare At Price', 'Compare-at price'],
  image: ['Image Src', 'Product image URL'],
  imagePosition: ['Image Position'],
  imageAlt: ['Image Alt Text'],
  sku: ['Variant SKU', 'SKU'],
  barcode: ['Variant Barcode', 'Barcode'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  seoTitle: ['SEO Title'],
  seoDescription: ['SEO Description'],
  variantImage: ['Variant Image', 'Variant image URL'],
  gender: ['Google Shopping / Gender', 'Target gender (product.metafields.shopify.target-gender)'],
} as const

/** A metafield for the second level of a category; Shopify's own columns have one level. */
export const PARENT_CATEGORY_COLUMN = 'Parent category (product.metafields.tanabana.parent-category)'

export const OPTION_NUMBERS = [1, 2, 3] as const

const METAFIELD = /^(.+) \(product\.metafields\.([^().]+)\.[^()]+\)$/i

/** Namespaces of metafields that apps and search engines keep, such as review counts; they are no facts for shoppers. */
const APP_NAMESPACE =
  /^(?:app--.*|shopify--.*|mm-google-shopping|mc-facebook|reviews|judgeme|loox|okendo|spr|stamped|yotpo|seo|global)$/i

/** `Linked To` repeats the option; the metafield that it names is imported. */
const IMPORTED_COLUMNS = new Set(
  [
    ...Object.values(SHOPIFY).flat(),
    ...OPTION_NUMBERS.flatMap((number) =>
      ['Name', 'Value', 'Linked To'].map((part) => `Option${number} ${part}`),
    ),
  ].map((name) => name.toLowerCase()),
)

export function isShopify(columns: Columns): boolean {
  return [SHOPIFY.handle, SHOPIFY.title, SHOPIFY.price].every((names) =>
    names.some((name) => columns.has(name)),
  )
}

/** Splits the list of a metafield: `Wool; Silk`. */
export function splitList(cell: string): string[] {
  return cell === '' ? [] : cell.split(';').map((item) => item.trim())
}

export function isTaggedFeatured(columns: Columns, row: CsvRow): boolean {
  const tags = columns.text(row, ...SHOPIFY.tags).split(',')
  return tags.some((tag) => tag.trim().toLowerCase() === 'featured')
}

export function tagsOf(columns: Columns, row: CsvRow): string[] {
  const tags = columns.text(row, ...SHOPIFY.tags).split(',')
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== '')
}

interface Metafield {
  column: string
  key: string
}

const notImported = new WeakMap<Columns, readonly string[]>()

/** Columns that the shop has no place for. Computed once per table. */
export function columnsNotImported(columns: Columns): readonly string[] {
  const found =
    notImported.get(columns) ??
    columns.header.filter((name) => {
      const isImported = IMPORTED_COLUMNS.has(name.toLowerCase()) || METAFIELD.test(name)
      return name !== '' && (!isImported || isSizeMetafield(name) || isAppMetafield(name))
    })
  notImported.set(columns, found)
  return found
}

function isSizeMetafield(column: string): boolean {
  return isSizeName(METAFIELD.exec(column)?.[1] ?? '')
}

function isAppMetafield(column: string): boolean {
  return APP_NAMESPACE.test(METAFIELD.exec(column)?.[2] ?? '')
}

const known = new WeakMap<Columns, Metafield[]>()

/**
 * Metafield columns: `Fabric (product.metafields.shopify.fabric)` is an attribute named `Fabric`; those of apps are
 * none. Computed once per table.
 */
export function metafieldsOf(columns: Columns): readonly Metafield[] {
  const found = known.get(columns) ?? columns.header.flatMap(toMetafield)
  known.set(columns, found)
  return found
}

function toMetafield(column: string): Metafield[] {
  if (column === PARENT_CATEGORY_COLUMN || isAppMetafield(column)) return []
  const key = METAFIELD.exec(column)?.[1]
  return key ? [{ column, key }] : []
}

const COLUMNS_OF: readonly (readonly [CatalogueField, readonly string[]])[] = [
  ['description', SHOPIFY.body],
  ['category', [...SHOPIFY.type, ...SHOPIFY.productCategory]],
  ['parentCategory', [PARENT_CATEGORY_COLUMN, ...SHOPIFY.productCategory]],
  ['gender', SHOPIFY.gender],
  ['regularPrice', SHOPIFY.compareAtPrice],
  ['mainPicture', SHOPIFY.image],
  ['pictures', SHOPIFY.image],
  ['pictureTexts', SHOPIFY.imageAlt],
  ['tags', SHOPIFY.tags],
  ['seoTitle', SHOPIFY.seoTitle],
  ['seoDescription', SHOPIFY.seoDescription],
  ['variants', OPTION_NUMBERS.map((number) => `Option${number} Name`)],
  ['sku', SHOPIFY.sku],
  ['barcode', SHOPIFY.barcode],
  ['sellsBeyondStock', SHOPIFY.policy],
  ['variantPictures', SHOPIFY.variantImage],
]

const namedFields = new WeakMap<Columns, ReadonlySet<CatalogueField>>()

/** The fields that the table's columns name. Computed once per table. */
export function shopifyFields(columns: Columns): ReadonlySet<CatalogueField> {
  const known = namedFields.get(columns)
  if (known) return known
  const has = (names: readonly string[]) => names.some((name) => columns.has(name))
  const fields = new Set<CatalogueField>([
    'sellingPrice',
    ...COLUMNS_OF.flatMap(([field, names]) => (has(names) ? [field] : [])),
    ...(has(SHOPIFY.tracker) && has(SHOPIFY.quantity) ? (['stock'] as const) : []),
  ])
  namedFields.set(columns, fields)
  return fields
}
