import { isAvailable } from '../catalogue/variants.ts'
import type { CatalogueOption, CataloguePicture, CatalogueVariant } from '../../db/catalogue-product.ts'
import { OPTIONS_SECTION } from '@tanabana/contract/feed-item.ts'
import { capitalize } from '@tanabana/contract/text.ts'
import { parsePieces } from './pieces.ts'
import { describePriceFault, parsePrice } from '../../tables/price.ts'
import { cleanColors, cleanSizes, inSizeOrder } from './sizes.ts'
import { cleanText } from '../../tables/clean-text.ts'
import { distinctUrls, withoutOrigin } from './text.ts'
import type { Detail } from './google-fields.ts'

/** One item of a feed: a product, or one variant of a product. */
export interface GoogleItem {
  line: number
  /** Values by Google's field name, such as `image_link`. */
  values: Map<string, string[]>
  details: Detail[]
}

export interface Price {
  regularPrice: number
  discountedPrice?: number
}

export interface GoogleVariants {
  options: CatalogueOption[]
  variants: CatalogueVariant[]
  /** Line of each variant. */
  lines: number[]
  problems: { item: GoogleItem; reason: string }[]
  remarks: { item: GoogleItem; reason: string }[]
}

const OUT_OF_STOCK = /^(?:out[ _]of[ _]stock|discontinued|sold[ _]?out)$/i
const ORDERED_BEFORE_STOCK = /^(?:back|pre)[ _-]?order$|^available[ _]for[ _]order$/i
export const QUANTITY_FIELDS = [
  'quantity',
  'sell_on_google_quantity',
  'quantity_to_sell_on_facebook',
  'inventory',
] as const

export function first(item: GoogleItem, name: string): string {
  return item.values.get(name)?.[0] ?? ''
}

export function isOutOfStock(item: GoogleItem): boolean {
  return OUT_OF_STOCK.test(first(item, 'availability'))
}

/** The number of pieces, or an error message. */
export function quantityOf(item: GoogleItem): number | string | undefined {
  const cell = QUANTITY_FIELDS.map((name) => first(item, name)).find((text) => text !== '')
  return cell === undefined ? undefined : parsePieces(cell)
}

/** All pictures of an item. `ownOrigin` is removed from addresses of the shop's own pictures. */
export function picturesOf(item: GoogleItem, ownOrigin: string): string[] {
  const urls = [first(item, 'image_link'), ...(item.values.get('additional_image_link') ?? [])]
  return distinctUrls(urls).map((url) => withoutOrigin(url, ownOrigin))
}

/** The options and variants of a product's items. A variant's own pictures are those that not every item has. */
export function toGoogleVariants(items: readonly GoogleItem[], ownOrigin: string): GoogleVariants {
  const choices = choicesOf(items)
  const shared = sharedPictures(items, ownOrigin)
  const skus = skusOf(items)
  const found: GoogleVariants = { options: [], variants: [], lines: [], problems: [], remarks: [] }
  const ids = new Map<string, string>()
  for (const [at, item] of items.entries()) {
    const options = Object.fromEntries(choices.map(({ name, valueOf }) => [name, valueOf(item)]))
    const missing = choices.find(({ name }) => options[name] === '')
    const combination = JSON.stringify(Object.values(options))
    const earlier = ids.get(combination)
    const price = priceOf(item)
    const stock = stockOf(item)
    const problems = [
      ...(typeof price === 'string' ? [price] : []),
      ...(typeof stock === 'string' ? [stock] : []),
      ...(missing ? [`the variant has no value for the option "${missing.name}"`] : []),
      ...(earlier === undefined || missing ? [] : [`it has the same options as ${earlier}`]),
    ]
    found.problems.push(...problems.map((reason) => ({ item, reason })))
    ids.set(combination, earlier ?? `"${first(item, 'id')}"`)
    if (typeof price === 'string' || typeof stock === 'string') continue
    const sku = skus[at] ?? ''
    const barcode = first(item, 'gtin')
    const images: CataloguePicture[] = picturesOf(item, ownOrigin)
      .filter((url) => !shared.has(url))
      .map((url) => ({ url }))
    const variant: CatalogueVariant = {
      options,
      ...price,
      ...(sku ? { sku } : {}),
      ...(barcode ? { barcode } : {}),
      ...stock,
      images,
    }
    found.variants.push(variant)
    found.lines.push(item.line)
    found.remarks.push(...remarksOf(item, variant).map((reason) => ({ item, reason })))
  }
  found.options = choices.map(({ name }) => {
    const values = [...new Set(found.variants.map((variant) => variant.options[name] ?? ''))]
    return { name, values: name === 'Size' ? inSizeOrder(values) : values }
  })
  return found
}

interface Choice {
  name: string
  valueOf: (item: GoogleItem) => string
}

function choicesOf(items: readonly GoogleItem[]): Choice[] {
  const usual: Choice[] = [
    { name: 'Size', valueOf: (item) => cleanSizes([text(item, 'size')])[0] ?? '' },
    { name: 'Colour', valueOf: (item) => cleanColors([text(item, 'color')])[0] ?? '' },
  ]
  const varying: Choice[] = ['material', 'pattern'].map((field) => ({
    name: capitalize(field),
    valueOf: (item) => capitalize(text(item, field)),
  }))
  const choices = [
    ...usual.filter(({ valueOf }) => items.some((item) => valueOf(item) !== '')),
    ...varying.filter(({ valueOf }) => new Set(items.map(valueOf)).size > 1),
  ]
  const named = detailChoices(items, ({ section }) => section === OPTIONS_SECTION)
  if (named.length > 0) return [...choices, ...named]
  const isDistinct =
    new Set(items.map((item) => JSON.stringify(choices.map(({ valueOf }) => valueOf(item))))).size ===
    items.length
  if (isDistinct) return choices
  const differing = detailChoices(items, () => true).filter(
    ({ valueOf }) => new Set(items.map(valueOf)).size > 1,
  )
  return [...choices, ...differing]
}

/** The wanted details of which every item has one value. */
function detailChoices(items: readonly GoogleItem[], isWanted: (detail: Detail) => boolean): Choice[] {
  const wanted = items.map(({ details }) => details.filter(isWanted))
  const names = [...new Set(wanted.flat().map(({ name }) => name))]
  return names
    .filter((name) => wanted.every((details) => details.filter((one) => one.name === name).length === 1))
    .map((name) => ({
      name,
      valueOf: ({ details }) => details.find((one) => isWanted(one) && one.name === name)?.value ?? '',
    }))
}

function sharedPictures(items: readonly GoogleItem[], ownOrigin: string): ReadonlySet<string> {
  const [head = [], ...others] = items.map((item) => picturesOf(item, ownOrigin))
  return new Set(head.filter((url) => others.every((urls) => urls.includes(url))))
}

/** The MPN of each item, or its id where items have the same MPN or none. */
function skusOf(items: readonly GoogleItem[]): string[] {
  const numbers = items.map((item) => first(item, 'mpn'))
  return items.map((item, at) => {
    const number = numbers[at] ?? ''
    const isUnique = number !== '' && numbers.indexOf(number) === numbers.lastIndexOf(number)
    return isUnique ? number : first(item, 'id')
  })
}

/** Stock of an item, or an error message. Out of stock means 0 pieces, whatever quantity the feed has. */
function stockOf(item: GoogleItem): Pick<CatalogueVariant, 'stock' | 'sellsBeyondStock'> | string {
  const quantity = quantityOf(item)
  if (typeof quantity === 'string') return quantity
  if (isOutOfStock(item)) return { stock: Math.min(0, quantity ?? 0) }
  const beyond = ORDERED_BEFORE_STOCK.test(first(item, 'availability')) ? { sellsBeyondStock: true } : {}
  return { ...(quantity === undefined ? {} : { stock: quantity }), ...beyond }
}

function remarksOf(item: GoogleItem, variant: CatalogueVariant): string[] {
  const { stock = null, sellsBeyondStock = false } = variant
  const isSoldOut = !isAvailable({ stock, sellsBeyondStock })
  const quantity = quantityOf(item)
  if (isSoldOut && !isOutOfStock(item)) return ['in stock with a quantity of 0: imported as sold out']
  if (isOutOfStock(item) && typeof quantity === 'number' && quantity > 0) {
    return ['out of stock with a quantity: imported as sold out']
  }
  return []
}

/** A sale price applies only when it is lower. */
export function priceOf(item: GoogleItem): Price | string {
  const price = parseAmount(first(item, 'price'))
  const sale = parseAmount(first(item, 'sale_price'))
  if (typeof price === 'string') return `the price ${price}`
  if (typeof sale === 'string') return `the sale price ${sale}`
  if (price === undefined) return 'the item has no price'
  return sale !== undefined && sale < price
    ? { regularPrice: price, discountedPrice: sale }
    : { regularPrice: price }
}

/** True for an item whose price names no currency, by code or sign. */
export function lacksCurrency(item: GoogleItem): boolean {
  return ['price', 'sale_price'].some((name) => /^[\d.,\s]+$/.test(first(item, name)))
}

/** Rupees of `1499.00 INR`; `undefined` for an empty text, or an error message. */
function parseAmount(amount: string): number | undefined | string {
  const code = /\d/.test(amount) ? /(?:^|[^A-Z])([A-Z]{3})(?:$|[^A-Z])/i : /^([A-Z]{3})$/
  const currency = code.exec(amount)?.[1]?.toUpperCase()
  if ((currency && currency !== 'INR') || /[$€£¥]/.test(amount)) {
    return `"${amount}" is not in rupees (INR)`
  }
  const plain = amount.replace(/\bINR\b/i, '')
  const rupees = parsePrice(plain)
  return rupees === null ? describePriceFault(plain, 'an amount') : rupees
}

function text(item: GoogleItem, name: string): string {
  return cleanText(first(item, name))
}
