import { colorsOf, sizesOf } from '../../api/modules/catalogue/attributes.ts'
import type {
  CatalogueAttribute,
  CatalogueProduct,
  Gender,
} from '../../api/modules/catalogue/catalogue-product.ts'
import { fromDetails, GOOGLE_GENDERS, type Detail } from './google-fields.ts'
import { parsePrice } from './price.ts'
import { kindOf } from './shopify-product.ts'
import { cleanColors, cleanSizes, inSizeOrder } from './sizes.ts'
import { capitalise, cleanText, distinct, distinctUrls, withoutOrigin } from './text.ts'
import type { ImportEvent } from './import-event.ts'

/** One item of a feed: a product, or one size and colour of a product. */
export interface GoogleItem {
  line: number
  /** Values by Google's field name, such as `image_link`. */
  values: Map<string, string[]>
  details: Detail[]
}

interface Price {
  regularPrice: number
  discountedPrice?: number
}

const SIZE_KEY = /^sizes?$/i
const COLOR_KEY = /^colou?rs?$/i
const DISTINCT_MAX = 200

/** The key of the item's product: its group, or the id of a product without variants. */
export function groupOf(item: GoogleItem): string {
  return first(item, 'item_group_id') || first(item, 'id')
}

/**
 * Yields the product of a group's items, or why it is bad or left out. `ownOrigin` is removed from addresses of the
 * shop's own pictures.
 */
export function* toGoogleEvents(
  key: string,
  items: readonly GoogleItem[],
  ownOrigin: string,
): Generator<ImportEvent> {
  const [head] = items
  if (!head) return
  const line = head.line
  const available = items.filter((item) => !/^out[ _]of[ _]stock$/i.test(first(item, 'availability')))
  if (available.length === 0) {
    yield { kind: 'left-out', line, reason: 'product out of stock', key }
    return
  }
  for (const item of items) {
    if (!available.includes(item)) yield { kind: 'left-out', line: item.line, reason: 'variant out of stock' }
  }
  const prices: Price[] = []
  for (const item of available) {
    const price = priceOf(item)
    if (typeof price !== 'string') prices.push(price)
    else yield { kind: 'bad', line: item.line, reason: `"${key}": ${price}` }
  }
  const [highest] = prices.toSorted((one, other) => payable(other) - payable(one))
  if (!highest || prices.length < available.length) return
  if (prices.some((price) => payable(price) !== payable(highest))) {
    const reason = 'variants at different prices: the shop has one price for a product and takes the highest'
    yield { kind: 'note', line, reason }
  }
  yield { kind: 'product', line, product: toProduct(key, available, highest, ownOrigin) }
}

function toProduct(
  key: string,
  items: readonly GoogleItem[],
  price: Price,
  ownOrigin: string,
): CatalogueProduct {
  const [head] = items
  const text = (name: string) => cleanText(head ? first(head, name) : '')
  const pictures = distinctUrls([
    ...items.map((item) => first(item, 'image_link')),
    ...items.flatMap((item) => item.values.get('additional_image_link') ?? []),
  ]).map((url) => withoutOrigin(url, ownOrigin))
  const title = text('title')
  return {
    key,
    title,
    description: head ? first(head, 'description') : '',
    ...typeOf(text('product_type'), text('google_product_category'), title),
    gender: genderOf(text('gender')),
    ...price,
    imgUrl: pictures[0] ?? '',
    images: pictures.map((url) => ({ url })),
    attributes: attributesOf(items),
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
function attributesOf(items: readonly GoogleItem[]): CatalogueAttribute[] {
  const details = fromDetails(items[0]?.details ?? [])
  const sizes = inSizeOrder(cleanSizes(valuesOf(items, 'size')))
  const colors = cleanColors(valuesOf(items, 'color'))
  const facts = details.filter(({ key }) => !SIZE_KEY.test(key) && !COLOR_KEY.test(key))
  const has = (key: string) => facts.some((fact) => fact.key.toLowerCase() === key.toLowerCase())
  const extra = (['Brand', 'Material', 'Pattern'] as const).flatMap((key) => {
    const values = valuesOf(items, key.toLowerCase()).map(capitalise)
    return values.length > 0 && !has(key) ? [{ key, value: distinct(values) }] : []
  })
  if (
    isSame(sizesOf(details), valuesOf(items, 'size')) &&
    isSame(colorsOf(details), valuesOf(items, 'color'))
  ) {
    return [...details, ...extra]
  }
  return [
    ...(sizes.length > 0 ? [{ key: 'Size', value: sizes }] : []),
    ...(colors.length > 0 ? [{ key: 'Color', value: colors }] : []),
    ...facts,
    ...extra,
  ]
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0
}

function valuesOf(items: readonly GoogleItem[], name: string): string[] {
  return distinct(items.map((item) => cleanText(first(item, name)))).slice(0, DISTINCT_MAX)
}

/** A sale price applies only when it is lower. */
function priceOf(item: GoogleItem): Price | string {
  const price = parseAmount(first(item, 'price'))
  const sale = parseAmount(first(item, 'sale_price'))
  if (typeof price === 'string') return `the price ${price}`
  if (typeof sale === 'string') return `the sale price ${sale}`
  if (price === undefined) return 'the item has no price'
  return sale !== undefined && sale < price
    ? { regularPrice: price, discountedPrice: sale }
    : { regularPrice: price }
}

/** Rupees of `1499.00 INR`; `undefined` for an empty text, or an error message. */
function parseAmount(text: string): number | undefined | string {
  const currency = /(?:^|[^A-Z])([A-Z]{3})(?:$|[^A-Z])/.exec(text)?.[1]
  if (currency && currency !== 'INR') return `"${text}" is not in rupees (INR)`
  const rupees = parsePrice(text.replace(/\bINR\b/, ''))
  return rupees === null ? `"${text}" is not an amount` : rupees
}

function payable(price: Price): number {
  return price.discountedPrice ?? price.regularPrice
}

function first(item: GoogleItem, name: string): string {
  return item.values.get(name)?.[0] ?? ''
}
