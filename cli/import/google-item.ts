import { colorsOf, sizesOf, soldOutSizesOf } from '../../api/modules/catalogue/attributes.ts'
import { withVariantFields } from '../../api/modules/catalogue/variants.ts'
import type { CatalogueAttribute, CatalogueProduct, Gender } from '../../api/db/catalogue-product.ts'
import type { CatalogueField, NamedFields } from '../../api/modules/catalogue/named-fields.ts'
import { fromDetails, GOOGLE_GENDERS } from './google-fields.ts'
import { OWN_COLUMN, parseOwnNotes, restore } from './google-own.ts'
import {
  first,
  isOutOfStock,
  lacksCurrency,
  OPTION_SECTION,
  picturesOf,
  priceOf,
  QUANTITY_FIELDS,
  quantityOf,
  toGoogleVariants,
  type GoogleItem,
  type GoogleVariants,
  type NotedItem,
} from './google-variants.ts'
import { kindOf } from './shopify-product.ts'
import { cleanColors, cleanSizes, inSizeOrder } from './sizes.ts'
import { capitalise, cleanText, distinct, distinctUrls, productName } from './text.ts'
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
const PLACED = new Set([
  ...['id', 'item_group_id', 'title', 'description', 'link', 'image_link', 'additional_image_link'],
  ...['availability', 'condition', 'price', 'sale_price', 'product_type', 'google_product_category'],
  ...['brand', 'gender', 'size', 'color', 'material', 'pattern', 'gtin', 'mpn', 'identifier_exists'],
  ...['product_detail', 'quantity', 'sell_on_google_quantity', 'quantity_to_sell_on_facebook', 'inventory'],
  OWN_COLUMN,
])

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
      if (!PLACED.has(column) && !column.startsWith('plain:'))
        yield { kind: 'unplaced', line: item.line, column }
    }
  }
  const noted = items.map((item) => ({ ...item, notes: parseOwnNotes(first(item, OWN_COLUMN)) }))
  const { product, lines, problems, remarks } = readGoogleProduct(key, noted, ownOrigin)
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
    product: restore(product, noted[0]?.notes?.product),
    lines,
    // A shop's own export has every field.
    ...(noted.some(({ notes }) => notes)
      ? {}
      : { named: namedBy(names, product, first(head, 'item_group_id')) }),
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

/** The product of one group's items, whose variants have the values of their notes. */
export function readGoogleProduct(
  key: string,
  items: readonly NotedItem[],
  ownOrigin: string,
): GoogleProduct {
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

/**
 * A product without variants: an item without a group, or what a shop of ours wrote for one. `undefined` when a field of
 * an item needs a variant, or when a price or availability was edited.
 */
function toPlainProduct(
  key: string,
  items: readonly NotedItem[],
  ownOrigin: string,
): CatalogueProduct | undefined {
  const [head] = items
  const price = head ? priceOf(head) : 'none'
  if (!head || typeof price === 'string' || items.some(({ notes }) => notes?.options)) return undefined
  const attributes = attributesOf(items)
  const isOwn = items.every(({ notes }) => notes !== undefined)
  const soldOut = soldOutSizesOf(attributes)
  const isPlain = isOwn
    ? items.every((item) => JSON.stringify(priceOf(item)) === JSON.stringify(price)) &&
      items.every((item) => isOutOfStock(item) === soldOut.includes(first(item, 'size')))
    : items.length === 1 &&
      first(head, 'item_group_id') === '' &&
      !isOutOfStock(head) &&
      quantityOf(head) === undefined &&
      first(head, 'gtin') === '' &&
      first(head, 'mpn') === ''
  return isPlain ? { ...commonOf(key, items, ownOrigin), ...price, attributes } : undefined
}

function remarksOf(items: readonly NotedItem[]): GoogleVariants['remarks'] {
  const titles = new Set(items.map((item) => cleanText(first(item, 'title'))))
  const [head] = items
  return head && titles.size > 1
    ? [{ item: head, reason: 'items of one group with different titles: the product takes the first one' }]
    : []
}

function commonOf(
  key: string,
  items: readonly NotedItem[],
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
  const genders: Gender[] = ['Men', 'Women', 'Unisex']
  return genders.find((gender) => GOOGLE_GENDERS[gender] === word.toLowerCase()) ?? null
}

/** Attributes as the details spell them, if they match the sizes and colours of the items. */
function attributesOf(items: readonly NotedItem[]): CatalogueAttribute[] {
  const facts = factsOf(items, [])
  if (isSame(sizesOf(facts), valuesOf(items, 'size')) && isSame(colorsOf(facts), valuesOf(items, 'color'))) {
    return facts
  }
  const sizes = inSizeOrder(cleanSizes(valuesOf(items, 'size')))
  const colors = cleanColors(valuesOf(items, 'color'))
  return [
    ...(sizes.length > 0 ? [{ key: 'Size', value: sizes }] : []),
    ...(colors.length > 0 ? [{ key: 'Color', value: colors }] : []),
    ...facts.filter(({ key }) => !SIZE_KEY.test(key) && !COLOR_KEY.test(key)),
  ]
}

/** The details, with brand, material and pattern unless they are options. Items of our own export have the same ones. */
function factsOf(items: readonly NotedItem[], optionNames: readonly string[]): CatalogueAttribute[] {
  const isOwn = items.some(({ notes }) => notes)
  const details = (isOwn ? items.slice(0, 1) : items)
    .flatMap((item) => item.details)
    .filter(({ section, name }) => (isOwn ? section !== OPTION_SECTION : !optionNames.includes(name)))
  const facts = fromDetails(details).map(({ value, ...fact }) => ({
    ...fact,
    value: isOwn ? value : distinct(value),
  }))
  const has = (key: string) =>
    optionNames.includes(key) || facts.some((fact) => fact.key.toLowerCase() === key.toLowerCase())
  const extra = (['Brand', 'Material', 'Pattern'] as const).flatMap((key) => {
    const values = valuesOf(items, key.toLowerCase()).map(capitalise)
    return values.length > 0 && !has(key) ? [{ key, value: distinct(values) }] : []
  })
  return [...facts, ...extra]
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0
}

function valuesOf(items: readonly GoogleItem[], name: string): string[] {
  return distinct(items.map((item) => cleanText(first(item, name)))).slice(0, DISTINCT_MAX)
}
