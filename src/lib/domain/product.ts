import { DESCRIPTION_MAX_LENGTH, QUANTITY_MAX, SHORT_ID_LENGTH, SPECIFICATIONS_MAX } from '../constants.ts'
import { plainKey } from '../schemas/declaration-keys.ts'
import type { ReceivedAttribute, ReceivedProduct } from '../schemas/product.ts'
import { toPaise } from './paise.ts'

/** A product as shown; prices in rupees. docs/requirements.md#32-product-as-displayed */
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
  /** Of `sizes`, those that cannot be ordered. */
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
 * Derived fields (docs/requirements.md#32-product-as-displayed). Relative image addresses are read against `imageBase` (the store API's address), and an
 * address that is not http(s) becomes none.
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

/** A tag that is cut in two is left out when the HTML is read. */
function cutDescription(text: string): string {
  return text.length > DESCRIPTION_MAX_LENGTH
    ? `${text.slice(0, DESCRIPTION_MAX_LENGTH).toWellFormed()}…`
    : text
}

/** An absolute http(s) address, or empty when `url` is empty or anything else. */
export function toImageUrl(url: string, base: string): string {
  if (!url || !URL.canParse(url, base)) return ''
  const absolute = new URL(url, base)
  return ['http:', 'https:'].includes(absolute.protocol) ? absolute.href : ''
}

function attributeValues(attributes: ReceivedAttribute[], keys: string[]): string[] {
  const values = attributes
    .filter((attribute) => keys.includes(attribute.key.trim().toLowerCase()))
    .flatMap((attribute) => attribute.value.map((value) => value.trim()))
  return [...new Set(values.filter((value) => value !== ''))]
}

/** `Sold out` and `sold_out` are one key, `xl` and `XL` one size. */
function soldOutSizes(attributes: ReceivedAttribute[], sizes: string[]): string[] {
  const gone = attributes
    .filter(({ key }) => plainKey(key) === 'soldout')
    .flatMap(({ value }) => value.map((size) => size.trim().toLowerCase()))
  return sizes.filter((size) => gone.includes(size.toLowerCase()))
}

/** The sale badge and the struck price appear only then. docs/requirements.md#27-product-card */
export function isOnSale(product: Pick<Product, 'price' | 'originalPrice'>): boolean {
  return product.originalPrice !== undefined && product.price < product.originalPrice
}

/** How much less than the original price is asked, in whole percent, never more than it is; 0 without a sale. */
export function percentOff(product: Pick<Product, 'price' | 'originalPrice'>): number {
  const { price, originalPrice } = product
  if (originalPrice === undefined || !isOnSale(product)) return 0
  return Math.floor((100 * (toPaise(originalPrice) - toPaise(price))) / toPaise(originalPrice))
}

/** Which label the size choice has. */
export function sizeKind(product: Pick<Product, 'category' | 'description' | 'sizes'>): SizeKind {
  const category = product.category.toLowerCase()
  const isShoe = ['footwear', 'shoes'].includes(category) || /shoe/i.test(product.description)
  if (isShoe) return 'shoe'
  return isOneSize(product.sizes) ? 'one-size' : 'clothing'
}

/** True when the store's API tells that every size is gone. */
export function isSoldOut({ sizes, soldOut }: Pick<Product, 'sizes' | 'soldOut'>): boolean {
  return sizes.length > 0 && sizes.every((size) => soldOut.includes(size))
}

/** True when the only size is 'One Size', which is then chosen from the start. docs/requirements.md#54-product-form */
export function isOneSize(sizes: string[]): boolean {
  return sizes.length === 1 && sizes[0] === 'One Size'
}

/** The specifications of the detail page: without keys that contain 'phone', at most 10, keys with a capital letter. */
export function specifications(attributes: ReceivedAttribute[]): Specification[] {
  return attributes
    .filter(({ key }) => !key.toLowerCase().includes('phone'))
    .slice(0, SPECIFICATIONS_MAX)
    .map(({ key, value, metricUnit }) => ({
      key: key.charAt(0).toUpperCase() + key.slice(1),
      values: value.map((one) => flag(one) ?? (metricUnit ? `${one} ${metricUnit}` : one)),
    }))
}

function flag(value: string): boolean | undefined {
  if (value === 'true') return true
  return value === 'false' ? false : undefined
}

/** docs/requirements.md#97-layout */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH)
}

/** At least 1 (docs/requirements.md#42-cart) and at most what one order line may carry. */
export function clampQuantity(quantity: number): number {
  return Math.min(Math.max(1, Math.trunc(quantity) || 1), QUANTITY_MAX)
}
