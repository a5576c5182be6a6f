import { isDeepStrictEqual } from 'node:util'

import { toCsvRow } from '../../src/lib/contract/feed-formats.ts'
import { isHtml } from '../../src/lib/contract/sanitize-html.ts'
import { colorsOf, isFeatured, sizesOf } from '../../api/modules/catalogue/attributes.ts'
import type { CatalogueProduct } from '../../api/modules/catalogue/catalogue-product.ts'
import type { StoredProduct } from '../../api/modules/catalogue/stored.ts'
import { OWN_COLUMN, PARENT_CATEGORY_COLUMN } from '../import/shopify-columns.ts'
import { columnFacts, valuesOf, type OwnNotes } from '../import/shopify-own.ts'
import { cleanDescription } from '../import/html.ts'
import { toShopifyEvents } from '../import/shopify-product.ts'
import { Columns } from '../import/table.ts'
import { cleanText } from '../import/text.ts'
import { pictureAddress, picturesOf, type Feed, type ShopAddresses } from './feed.ts'

const COLUMNS = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published'],
  ...['Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value'],
  ...['Variant Price', 'Variant Compare At Price', 'Image Src', 'Image Position', 'Status'],
  ...['Google Shopping / Gender', PARENT_CATEGORY_COLUMN, OWN_COLUMN],
]
/** Attributes that have their own columns. */
const ELSEWHERE = /^(?:sizes?|colou?rs?|brand|featured)$/i
const GENDERS = { Men: 'male', Women: 'female', Unisex: 'unisex' }
const METAFIELD_NAME_MAX = 30
const METAFIELD_NAME_MIN = 3

/**
 * A product export in Shopify's format: one row per variant and one per further picture. A metafield of ours keeps
 * data that the columns cannot hold, so that an import restores the product unchanged.
 */
export function shopifyCsv(shop: ShopAddresses, keys: readonly string[]): Feed {
  const facts = keys.filter((key) => !ELSEWHERE.test(key))
  const columns = [...COLUMNS, ...toMetafields(facts)]
  const table = new Columns(columns.map(cleanText))
  return {
    head: [toCsvRow(columns)],
    lines: (product) =>
      rowsOf(product, shop, facts, notesOf(product, shop, facts, table)).map((row) => toCsvRow(row)),
    tail: [],
    lost: (product) => lostFields(product, shop, facts, table),
  }
}

/** The complete cells of one row per variant and picture. */
function rowsOf(
  product: StoredProduct,
  shop: ShopAddresses,
  facts: readonly string[],
  notes: OwnNotes,
): string[][] {
  const pictures = picturesOf(product).map((url) => pictureAddress(url, shop))
  const { options, variants } = variantsOf(product)
  const head = headOf(product)
  const tail = [
    ...[product.gender === null ? '' : GENDERS[product.gender], product.parentCategory],
    ...[JSON.stringify(notes), ...facts.map((key) => valueOf(product, key))],
  ]
  const count = Math.max(variants.length, pictures.length)
  return Array.from({ length: count }, (_, at) => {
    const isFirst = at === 0
    const picture = pictures[at]
    return [
      ...[product.key, ...(isFirst ? head : head.map(() => ''))],
      ...variantCells(product, isFirst ? options : ['', ''], variants[at]),
      ...[picture ?? '', picture === undefined ? '' : String(at + 1), isFirst ? 'active' : ''],
      ...(isFirst ? tail : tail.map(() => '')),
    ]
  })
}

/** Keeps a value only when the columns do not contain it, so that edited columns take effect. */
function notesOf(
  product: StoredProduct,
  shop: ShopAddresses,
  facts: readonly string[],
  table: Columns,
): OwnNotes {
  const rows = toNumberedRows(rowsOf(product, shop, facts, { facts: [] }))
  const [first] = rows
  const found = first ? columnFacts(table, rows, first) : new Map()
  const seen = new Set<unknown>()
  const noted = product.attributes.map(({ key, value, metricUnit }) => {
    const values = valuesOf(found, key, metricUnit)
    const isInColumns = isDeepStrictEqual(values, value) && !seen.has(values)
    seen.add(values)
    return { key, ...(metricUnit ? { metricUnit } : {}), ...(isInColumns ? {} : { value }) }
  })
  const urls = picturesOf(product)
  const place = (url: string) => urls.indexOf(url) + 1
  const all = product.images.map(({ url }) => place(url))
  const isUsual = place(product.imgUrl) === Math.min(1, urls.length) && all.join() === urls.map(place).join()
  return { facts: noted, ...(isUsual ? {} : { pictures: { main: place(product.imgUrl), all } }) }
}

/** Fields of a product that an import of the file would change. */
function lostFields(
  product: StoredProduct,
  shop: ShopAddresses,
  facts: readonly string[],
  table: Columns,
): (keyof CatalogueProduct)[] {
  const rows = toNumberedRows(rowsOf(product, shop, facts, notesOf(product, shop, facts, table)))
  const event = [...toShopifyEvents(table, cleanText(product.key), rows, shop.api)].at(-1)
  const read: Partial<CatalogueProduct> =
    event?.kind === 'product'
      ? { ...event.product, description: cleanDescription(event.product.description) ?? '' }
      : {}
  return FIELDS.filter((field) => !isDeepStrictEqual(read[field], product[field]))
}

const FIELDS = [
  ...(['key', 'title', 'description', 'category', 'parentCategory', 'gender'] as const),
  ...(['regularPrice', 'discountedPrice', 'imgUrl', 'images', 'attributes'] as const),
]

function toNumberedRows(rows: string[][]) {
  return rows.map((cells, at) => ({ line: at + 1, cells }))
}

function headOf(product: StoredProduct): string[] {
  const { title, description, category, parentCategory, gender, attributes } = product
  const tags = [parentCategory, gender ?? '', isFeatured(attributes) ? 'featured' : '']
  return [
    ...[title, toHtml(description), valueOf(product, 'Brand'), category],
    ...[tags.filter((tag) => tag !== '').join(', '), 'true'],
  ]
}

/** The column is HTML: escape a plain description, which may contain character references. */
function toHtml(description: string): string {
  return isHtml(description) ? description : description.replaceAll('&', '&amp;')
}

/** One variant per size and colour; a product without choices has Shopify's `Default Title`. */
function variantsOf({ attributes }: StoredProduct): {
  options: [string, string]
  variants: [string, string][]
} {
  const sizes = [...new Set(sizesOf(attributes))]
  const colors = [...new Set(colorsOf(attributes))]
  if (sizes.length === 0 && colors.length === 0)
    return { options: ['Title', ''], variants: [['Default Title', '']] }
  if (colors.length === 0) return { options: ['Size', ''], variants: sizes.map((size) => [size, '']) }
  if (sizes.length === 0) return { options: ['Color', ''], variants: colors.map((color) => [color, '']) }
  return {
    options: ['Size', 'Color'],
    variants: colors.flatMap((color) => sizes.map((size) => [size, color] as [string, string])),
  }
}

function variantCells(
  { regularPrice, discountedPrice }: StoredProduct,
  [one, other]: [string, string],
  variant: [string, string] | undefined,
): string[] {
  if (!variant) return Array<string>(6).fill('')
  const [price, compareAt] =
    discountedPrice === undefined ? [regularPrice, undefined] : [discountedPrice, regularPrice]
  return [one, variant[0], other, variant[1], price.toFixed(2), compareAt?.toFixed(2) ?? '']
}

function valueOf({ attributes }: StoredProduct, name: string): string {
  const attribute = attributes.find(({ key }) => key.toLowerCase() === name.toLowerCase())
  if (!attribute) return ''
  const { value, metricUnit } = attribute
  return value.map((one) => (metricUnit ? `${one} ${metricUnit}` : one)).join('; ')
}

/** Unique column names that Shopify allows, by key. */
function toMetafields(keys: readonly string[]): string[] {
  const taken = new Set<string>()
  return keys.map((key, at) => {
    const plain = key
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
      .join('-')
      .slice(0, METAFIELD_NAME_MAX)
    const name = plain.length < METAFIELD_NAME_MIN || taken.has(plain) ? `fact-${at + 1}` : plain
    taken.add(name)
    return `${key} (product.metafields.custom.${name})`
  })
}
