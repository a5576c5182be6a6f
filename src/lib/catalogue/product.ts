import { DESCRIPTION_MAX_LENGTH, SHORT_ID_LENGTH, SPECIFICATIONS_MAX } from '../contract/constants.ts'
import { plainKey } from '../contract/product.ts'
import type { ReceivedAttribute, ReceivedProduct } from '../contract/product.ts'
import { toPaise } from './money.ts'

/** A product for display; prices in rupees. docs/requirements.md#32-product-as-displayed */
export interface Product {
  id: string
  name: string
  description: string
  price: number
  originalPrice?: number
  image: string
  images: string[]
  category: string
  parentCategory: string
  sizes: string[]
  colors: string[]
  /** The sizes that are sold out, a subset of `sizes`. */
  soldOut: string[]
  isFeatured: boolean
  attributes: ReceivedAttribute[]
}

export type SizeKind = 'shoe' | 'one-size' | 'clothing'

/** A row of the specifications; a flag such as `featured` has a boolean. */
export interface Specification {
  key: string
  values: (string | boolean)[]
}

const SIZE_KEYS = ['size', 'sizes']
const COLOR_KEYS = ['color', 'colors', 'colours']

/**
 * Converts a received product. Resolves relative image addresses against `imageBase` (the store API's address) and
 * drops addresses other than http(s). docs/requirements.md#32-product-as-displayed
 */
export function toProduct(received: ReceivedProduct, imageBase: string): Product {
  const { discountedPrice, regularPrice } = received
  const images = [received.imgUrl, ...received.images.map((image) => image.url)]
    .map((url) => toImageUrl(url, imageBase))
    .filter((url) => url !== '')
  const sizes = attributeValues(received.attributes, SIZE_KEYS)
  return {
    id: received.id,
    name: received.title,
    description: cutDescription(received.description),
    price: discountedPrice ?? regularPrice ?? 0,
    originalPrice: discountedPrice === undefined ? undefined : regularPrice,
    image: images[0] ?? '',
    images: [...new Set(images)],
    category: received.category,
    parentCategory: received.parentCategory,
    sizes,
    colors: attributeValues(received.attributes, COLOR_KEYS),
    soldOut: soldOutSizes(received.attributes, sizes),
    isFeatured: attributeValues(received.attributes, ['featured']).includes('true'),
    attributes: received.attributes,
  }
}

/** Returns an absolute http(s) URL; empty for anything else. */
export function toImageUrl(url: string, base: string): string {
  if (!url || !URL.canParse(url, base)) return ''
  const absolute = new URL(url, base)
  return ['http:', 'https:'].includes(absolute.protocol) ? absolute.href : ''
}

/** True when the sale badge and the struck price show. docs/requirements.md#27-product-card */
export function isOnSale(product: Pick<Product, 'price' | 'originalPrice'>): boolean {
  return product.originalPrice !== undefined && product.price < product.originalPrice
}

/** Returns the discount in whole percent, rounded down; 0 without a sale. */
export function percentOff(product: Pick<Product, 'price' | 'originalPrice'>): number {
  const { price, originalPrice } = product
  if (originalPrice === undefined || !isOnSale(product)) return 0
  return Math.floor((100 * (toPaise(originalPrice) - toPaise(price))) / toPaise(originalPrice))
}

/** Returns the kind of sizes, which selects the label of the size choice. */
export function sizeKind(product: Pick<Product, 'category' | 'description' | 'sizes'>): SizeKind {
  const category = product.category.toLowerCase()
  const isShoe = ['footwear', 'shoes'].includes(category) || /shoe/i.test(product.description)
  if (isShoe) return 'shoe'
  return isOneSize(product.sizes) ? 'one-size' : 'clothing'
}

/** True when the store API reports every size as sold out. */
export function isSoldOut({ sizes, soldOut }: Pick<Product, 'sizes' | 'soldOut'>): boolean {
  return sizes.length > 0 && sizes.every((size) => soldOut.includes(size))
}

/** True when the only size is 'One Size', which is preselected. docs/requirements.md#54-product-form */
export function isOneSize(sizes: string[]): boolean {
  return sizes.length === 1 && sizes[0] === 'One Size'
}

/** Returns the specifications of the product page: at most 10, without keys that contain 'phone', keys capitalised. */
export function specifications(attributes: ReceivedAttribute[]): Specification[] {
  return attributes
    .filter(({ key }) => !key.toLowerCase().includes('phone'))
    .slice(0, SPECIFICATIONS_MAX)
    .map(({ key, value, metricUnit }) => ({
      key: key.charAt(0).toUpperCase() + key.slice(1),
      values: value.map((one) => flag(one) ?? (metricUnit ? `${one} ${metricUnit}` : one)),
    }))
}

/** Returns the first 8 characters of an id. docs/requirements.md#97-layout */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH)
}

/** Sanitizing drops a tag that the cut splits. */
function cutDescription(text: string): string {
  return text.length > DESCRIPTION_MAX_LENGTH
    ? `${text.slice(0, DESCRIPTION_MAX_LENGTH).toWellFormed()}…`
    : text
}

function attributeValues(attributes: ReceivedAttribute[], keys: string[]): string[] {
  const values = attributes
    .filter((attribute) => keys.includes(attribute.key.trim().toLowerCase()))
    .flatMap((attribute) => attribute.value.map((value) => value.trim()))
  return [...new Set(values.filter((value) => value !== ''))]
}

/** Keys match in any spelling (`Sold out`, `sold_out`), sizes in any case. */
function soldOutSizes(attributes: ReceivedAttribute[], sizes: string[]): string[] {
  const gone = attributes
    .filter(({ key }) => plainKey(key) === 'soldout')
    .flatMap(({ value }) => value.map((size) => size.trim().toLowerCase()))
  return sizes.filter((size) => gone.includes(size.toLowerCase()))
}

function flag(value: string): boolean | undefined {
  if (value === 'true') return true
  return value === 'false' ? false : undefined
}
