import { DESCRIPTION_MAX_LENGTH, SHORT_ID_LENGTH, SPECIFICATIONS_MAX } from '@tanabana/contract/constants.ts'
import { isColorName, isColorOption, isSizeName, plainKey } from '@tanabana/contract/attribute-names.ts'
import type { ReceivedAttribute, ReceivedProduct, ReceivedVariant } from '@tanabana/contract/product.ts'
import { capitalize } from '@tanabana/contract/text.ts'
import { toImageUrl } from './image-url.ts'
import { toPaise } from './money.ts'
import { isOneSize } from './sizes.ts'

/** A product for display; prices in rupees. docs/requirements.md#32-product-as-displayed */
export interface Product {
  id: string
  name: string
  description: string
  price: number
  originalPrice?: number
  image: string
  images: string[]
  /** Picture → its text in the catalogue, for those that have one; also of the variants' pictures. */
  alts?: Readonly<Record<string, string>>
  category: string
  parentCategory: string
  sizes: string[]
  colors: string[]
  /** The sizes that are sold out, a subset of `sizes`. */
  soldOut: string[]
  /** Every choice of the shopper, sizes and colours among them; empty against a store without variants. */
  options: ProductOption[]
  /** The combinations that exist; empty against a store without variants. docs/requirements.md#1115-variants */
  variants: ProductVariant[]
  /** The colour that the listing's search or filter ask for. */
  askedColor?: string
  gender?: ReceivedProduct['gender']
  seoTitle?: string
  seoDescription?: string
  isFeatured: boolean
  attributes: ReceivedAttribute[]
}

interface ProductOption {
  name: string
  values: string[]
}

/** An orderable combination of options; prices in rupees. */
export interface ProductVariant {
  id: string
  /** Option name → value. */
  options: Readonly<Record<string, string>>
  price: number
  originalPrice?: number
  sku?: string
  barcode?: string
  isAvailable: boolean
  /** Pieces left, where the store says that they are few. */
  stock?: number
  /** Its own pictures; empty where those of the product show it. */
  images: string[]
}

export type SizeKind = 'shoe' | 'one-size' | 'clothing'

/** A row of the specifications; a flag such as `featured` has a boolean. */
export interface Specification {
  key: string
  values: (string | boolean)[]
  /** Of the values, such as cm. */
  unit?: string
}

/**
 * Converts a received product. Resolves relative image addresses against `imageBase` (the store API's address) and
 * drops addresses other than http(s). With `hasVariants` (capability `variants`) the values and prices of the variants
 * replace those of the attributes.
 * docs/requirements.md#32-product-as-displayed docs/requirements.md#1115-variants
 */
export function toProduct(received: ReceivedProduct, imageBase: string, hasVariants = false): Product {
  const { gender, seoTitle, seoDescription, askedColor } = received
  const images = toImageUrls([{ url: received.imgUrl }, ...received.images], imageBase)
  const variants = hasVariants ? received.variants.map((variant) => toVariant(variant, imageBase)) : []
  return {
    id: received.id,
    name: received.title,
    description: cutDescription(received.description),
    image: images[0] ?? '',
    images,
    alts: toAlts(
      [...received.images, ...(hasVariants ? received.variants.flatMap((one) => one.images) : [])],
      imageBase,
    ),
    category: received.category,
    parentCategory: received.parentCategory,
    isFeatured: attributeValues(received.attributes, (key) => key === 'featured').includes('true'),
    gender,
    seoTitle,
    seoDescription,
    ...(askedColor !== undefined && { askedColor }),
    variants,
    ...(variants.length > 0 ? variantFields(received, variants) : plainFields(received)),
  }
}

type ChoiceFields = Pick<
  Product,
  'price' | 'originalPrice' | 'sizes' | 'colors' | 'soldOut' | 'options' | 'attributes'
>

function plainFields({ attributes, ...prices }: ReceivedProduct): ChoiceFields {
  const sizes = attributeValues(attributes, isSizeName)
  return {
    ...displayPrices(prices),
    sizes,
    colors: attributeValues(attributes, isColorName),
    soldOut: soldOutSizes(attributes, sizes),
    options: [],
    attributes,
  }
}

/** Attributes for the shop's own use: the variants have the first, the listing the second. */
const FLAGS = ['soldout', 'featured']

/** The price is the lowest of the variants that can be ordered, else of all. */
function variantFields(received: ReceivedProduct, variants: ProductVariant[]): ChoiceFields {
  const options = toOptions(received, variants)
  const sizeOption = options.find(({ name }) => isSizeName(name))
  const sizes = sizeOption?.values ?? []
  const isGone = (size: string) =>
    variants.every((variant) => variant.options[sizeOption?.name ?? ''] !== size || !variant.isAvailable)
  const available = variants.filter(({ isAvailable }) => isAvailable)
  const cheapest = (available.length > 0 ? available : variants).reduce((one, other) =>
    other.price < one.price ? other : one,
  )
  return {
    price: cheapest.price,
    originalPrice: cheapest.originalPrice,
    sizes,
    colors: options.find(({ name }) => isColorOption(name))?.values ?? [],
    soldOut: sizes.filter(isGone),
    options,
    attributes: received.attributes.filter(({ key }) => !FLAGS.includes(plainKey(key))),
  }
}

/** The options in the store's order, with the values that variants have; also those that only variants name. */
function toOptions(received: ReceivedProduct, variants: ProductVariant[]): ProductOption[] {
  const names = new Set([
    ...received.options.map(({ name }) => name),
    ...variants.flatMap((variant) => Object.keys(variant.options)),
  ])
  return [...names].flatMap((name) => {
    const used = new Set(variants.map((variant) => variant.options[name]))
    const listed = received.options.find((option) => option.name === name)?.values ?? []
    const values = [...new Set([...listed, ...used])].filter(
      (value): value is string => value !== undefined && used.has(value),
    )
    return values.length > 0 ? [{ name, values }] : []
  })
}

function toVariant(received: ReceivedVariant, imageBase: string): ProductVariant {
  const { id, options, sku, barcode, available, stock } = received
  return {
    id,
    options,
    ...displayPrices(received),
    sku,
    barcode,
    isAvailable: available,
    stock,
    images: toImageUrls(received.images, imageBase),
  }
}

function displayPrices({
  regularPrice,
  discountedPrice,
}: Pick<ReceivedProduct, 'regularPrice' | 'discountedPrice'>): Pick<Product, 'price' | 'originalPrice'> {
  return {
    price: discountedPrice ?? regularPrice ?? 0,
    originalPrice: discountedPrice === undefined ? undefined : regularPrice,
  }
}

function toImageUrls(images: readonly { url: string }[], base: string): string[] {
  const given = new Set(images.map(({ url }) => url))
  return [...new Set([...given].map((url) => toImageUrl(url, base)))].filter((url) => url !== '')
}

function toAlts(images: readonly { url: string; alt?: string }[], base: string): Product['alts'] {
  const named = images.flatMap(({ url, alt }) => {
    const text = alt?.trim()
    return text ? [[toImageUrl(url, base), text] as const] : []
  })
  // The first text of a picture is the last to be set.
  return named.length > 0 ? Object.fromEntries(named.toReversed()) : undefined
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

/** Returns the specifications of the product page: at most 10, without keys that contain 'phone', keys capitalized. */
export function specifications(attributes: ReceivedAttribute[]): Specification[] {
  return attributes
    .filter(({ key }) => !key.toLowerCase().includes('phone'))
    .slice(0, SPECIFICATIONS_MAX)
    .map(({ key, value, metricUnit }) => ({
      key: capitalize(key),
      values: value.map((one) => flag(one) ?? one),
      unit: metricUnit || undefined,
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

function attributeValues(attributes: ReceivedAttribute[], isWanted: (key: string) => boolean): string[] {
  const values = attributes
    .filter((attribute) => isWanted(attribute.key.trim().toLowerCase()))
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
