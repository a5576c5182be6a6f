import { withVariantFields } from '../catalogue/variants.ts'
import type { CatalogueAttribute, CatalogueProduct, Gender } from '../../db/catalogue-product.ts'
import type { CatalogueField, NamedFields } from '../catalogue/named-fields.ts'
import { GENDERS } from '@tanabana/contract/product.ts'
import { GOOGLE_GENDERS } from '@tanabana/contract/feed-item.ts'
import { capitalize } from '@tanabana/contract/text.ts'
import {
  first,
  isOutOfStock,
  lacksCurrency,
  picturesOf,
  priceOf,
  QUANTITY_FIELDS,
  quantityOf,
  toGoogleVariants,
  type GoogleItem,
  type GoogleVariants,
} from './google-variants.ts'
import { kindOf } from './shopify-product.ts'
import { cleanColors, cleanSizes, inSizeOrder } from './sizes.ts'
import { cleanText } from '../../tables/clean-text.ts'
import { distinct, distinctUrls, productName } from './text.ts'
import type { ImportEvent } from './import-event.ts'

export interface GoogleOptions {
  /** Removed from addresses of the shop's own pictures. */
  ownOrigin: string
  /** The merchant confirmed that prices without a currency are rupees. */
  isCurrencyConfirmed: boolean
}

const SIZE_KEY = /^sizes?$/i
const COLOR_KEY = /^colou?rs?$/i
const DISTINCT_MAX = 200
const IMPORTED_FIELDS = new Set([
  ...['id', 'item_group_id', 'title', 'description', 'link', 'image_link', 'additional_image_link'],
  ...['availability', 'condition', 'price', 'sale_price', 'product_type', 'google_product_category'],
  ...['brand', 'gender', 'size', 'color', 'material', 'pattern', 'gtin', 'mpn', 'identifier_exists'],
  ...['product_detail', 'quantity', 'sell_on_google_quantity', 'quantity_to_sell_on_facebook', 'inventory'],
])

const NEEDS_VARIANT = ['item_group_id', 'gtin', 'mpn']

/** The key of the item's product: its group, or the id of a product without variants. */
export function groupOf(item: GoogleItem): string {
  return first(item, 'item_group_id') || first(item, 'id')
}

/** Yields the product of a group's items, or why it is bad. `names` are Google's names of the fields that the feed has. */
export function* toGoogleEvents(
  key: string,
  items: readonly GoogleItem[],
  { ownOrigin, isCurrencyConfirmed }: GoogleOptions,
  names: ReadonlySet<string>,
): Generator<ImportEvent> {
  const [head] = items
  if (!head) return
  for (const item of items) {
    for (const column of item.values.keys()) {
      if (!IMPORTED_FIELDS.has(column) && !column.startsWith('plain:'))
        yield { kind: 'not-imported', line: item.line, column }
    }
  }
  const { product, lines, problems, remarks } = toGoogleProduct(key, items, ownOrigin)
  for (const { item, reason } of problems) {
    const name = productName(first(item, 'id'), cleanText(first(item, 'title')))
    yield { kind: 'bad', line: item.line, reason: `${name}: ${reason}` }
  }
  if (problems.length > 0) return
  for (const { item, reason } of remarks) yield { kind: 'note', line: item.line, reason }
  for (const item of items) {
    if (isCurrencyConfirmed || !lacksCurrency(item)) continue
    const reason =
      'price without a currency, read as rupees (INR), the currency of the shop; confirm it with --currency INR'
    yield { kind: 'note', line: item.line, reason }
  }
  yield {
    kind: 'product',
    line: head.line,
    product,
    lines,
    named: namedBy(names, product, first(head, 'item_group_id')),
  }
}

const FIELDS_OF: readonly (readonly [CatalogueField, readonly string[]])[] = [
  ['description', ['description']],
  ['category', ['product_type', 'google_product_category']],
  ['parentCategory', ['product_type', 'google_product_category']],
  ['gender', ['gender']],
  ['regularPrice', ['price']],
  ['sellingPrice', ['sale_price']],
  ['mainPicture', ['image_link']],
  ['pictures', ['image_link', 'additional_image_link']],
  ['attributes', ['product_detail']],
  ['sku', ['mpn']],
  ['barcode', ['gtin']],
  ['stock', QUANTITY_FIELDS],
  ['availability', ['availability']],
  ['sellsBeyondStock', ['availability']],
  ['variantPictures', ['image_link', 'additional_image_link']],
]
const ATTRIBUTES_OF: readonly (readonly [string, string])[] = [
  ['Size', 'size'],
  ['Color', 'color'],
  ['Brand', 'brand'],
  ['Material', 'material'],
  ['Pattern', 'pattern'],
]

/** A single item without a group or options says nothing of the variants that the shop has. */
function namedBy(names: ReadonlySet<string>, { options = [] }: CatalogueProduct, group: string): NamedFields {
  const fields = FIELDS_OF.flatMap(([field, sources]) =>
    sources.some((name) => names.has(name)) ? [field] : [],
  )
  const hasVariants = group !== '' || options.length > 0
  return {
    fields: new Set([...fields, ...(hasVariants ? (['variants'] as const) : [])]),
    attributes: ATTRIBUTES_OF.flatMap(([attribute, name]) => (names.has(name) ? [attribute] : [])),
  }
}

interface GoogleProduct extends Pick<GoogleVariants, 'lines' | 'problems' | 'remarks'> {
  product: CatalogueProduct
}

/** The product of one group's items. */
function toGoogleProduct(key: string, items: readonly GoogleItem[], ownOrigin: string): GoogleProduct {
  const plain = toPlainProduct(key, items, ownOrigin)
  if (plain) return { product: plain, lines: [], problems: [], remarks: remarksOf(items) }
  const { options, variants, lines, problems, remarks } = toGoogleVariants(items, ownOrigin)
  const [one] = variants
  const product = withVariantFields({
    ...commonOf(key, items, ownOrigin),
    regularPrice: one?.regularPrice ?? 0,
    attributes: factsOf(
      items,
      options.map(({ name }) => name),
    ),
    options,
    variants,
  })
  return { product, lines, problems, remarks: [...remarksOf(items), ...remarks] }
}

/** The product of an item without a group; `undefined` when a field of the item needs a variant. */
function toPlainProduct(
  key: string,
  items: readonly GoogleItem[],
  ownOrigin: string,
): CatalogueProduct | undefined {
  const [head, ...others] = items
  if (!head || others.length > 0 || NEEDS_VARIANT.some((name) => first(head, name) !== '')) return undefined
  const price = priceOf(head)
  if (typeof price === 'string' || isOutOfStock(head) || quantityOf(head) !== undefined) return undefined
  return { ...commonOf(key, items, ownOrigin), ...price, attributes: attributesOf(items) }
}

function remarksOf(items: readonly GoogleItem[]): GoogleVariants['remarks'] {
  const titles = new Set(items.map((item) => cleanText(first(item, 'title'))))
  const [head] = items
  return head && titles.size > 1
    ? [{ item: head, reason: 'items of one group with different titles: the product takes the first one' }]
    : []
}

function commonOf(
  key: string,
  items: readonly GoogleItem[],
  ownOrigin: string,
): Omit<CatalogueProduct, 'regularPrice' | 'attributes'> {
  const [head] = items
  const text = (name: string) => cleanText(head ? first(head, name) : '')
  const all = items.map((item) => picturesOf(item, ownOrigin))
  const pictures = distinctUrls([
    ...all.flatMap(([main = '']) => main),
    ...all.flatMap((urls) => urls.slice(1)),
  ])
  const title = text('title')
  return {
    key,
    title,
    description: head ? first(head, 'description') : '',
    ...typeOf(text('product_type'), text('google_product_category'), title),
    gender: genderOf(text('gender')),
    imgUrl: pictures[0] ?? '',
    images: pictures.map((url) => ({ url })),
  }
}

/**
 * `Women > Kurtas`: the last two levels; a single level is the category. A number refers to Google's taxonomy, which
 * is not included.
 */
function typeOf(productType: string, googleCategory: string, title: string) {
  const tree = productType || (/^\d+$/.test(googleCategory) ? '' : googleCategory)
  return tree.includes('>') ? kindOf('', tree, title) : kindOf(tree, '', title)
}

function genderOf(word: string): Gender | null {
  return GENDERS.find((gender) => GOOGLE_GENDERS[gender] === word.toLowerCase()) ?? null
}

/** Sizes and colours of the items, then their other facts. */
function attributesOf(items: readonly GoogleItem[]): CatalogueAttribute[] {
  const sizes = inSizeOrder(cleanSizes(valuesOf(items, 'size')))
  const colors = cleanColors(valuesOf(items, 'color'))
  return [
    ...(sizes.length > 0 ? [{ key: 'Size', value: sizes }] : []),
    ...(colors.length > 0 ? [{ key: 'Color', value: colors }] : []),
    ...factsOf(items, []).filter(({ key }) => !SIZE_KEY.test(key) && !COLOR_KEY.test(key)),
  ]
}

/** The details, with brand, material and pattern; without those that are options. */
function factsOf(items: readonly GoogleItem[], optionNames: readonly string[]): CatalogueAttribute[] {
  const details = items
    .flatMap((item) => item.details)
    .filter(({ name, value }) => name !== '' && value !== '' && !optionNames.includes(name))
  const facts = [...Map.groupBy(details, ({ name }) => name)].map(([key, values]) => ({
    key,
    value: distinct(values.map(({ value }) => value)),
  }))
  const has = (key: string) =>
    optionNames.includes(key) || facts.some((fact) => fact.key.toLowerCase() === key.toLowerCase())
  const extra = (['Brand', 'Material', 'Pattern'] as const).flatMap((key) => {
    const values = valuesOf(items, key.toLowerCase()).map(capitalize)
    return values.length > 0 && !has(key) ? [{ key, value: distinct(values) }] : []
  })
  return [...facts, ...extra]
}

function valuesOf(items: readonly GoogleItem[], name: string): string[] {
  return distinct(items.map((item) => cleanText(first(item, name)))).slice(0, DISTINCT_MAX)
}
