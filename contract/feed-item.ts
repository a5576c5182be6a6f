import { isColorOption, isSizeName, plainKey } from './attribute-names.ts'
import { isGtin } from './gtin.ts'
import { splitOptions } from './product-choices.ts'

/** A product as feeds and exports list it. */
export interface FeedProduct {
  /** The `item_group_id` of its items. */
  id: string
  title: string
  /** Text, or HTML without attributes. */
  description: string
  category: string
  parentCategory: string
  gender?: keyof typeof GOOGLE_GENDERS | null | undefined
  attributes: readonly { key: string; value: readonly string[]; metricUnit?: string | undefined }[]
  variants: readonly FeedVariant[]
}

/** A piece that shoppers can order: a variant, or a size in a colour of a product without variants. Prices in rupees. */
export interface FeedVariant {
  id: string
  /** Option name → value. */
  options: Readonly<Record<string, string>>
  /** Absolute address of its page. */
  link: string
  /** Absolute addresses, the main picture first. */
  pictures: readonly string[]
  price: number
  /** The price before a sale. */
  originalPrice?: number | undefined
  isSoldOut: boolean
  barcode?: string | undefined
}

/** One value of an attribute or option that Google has no field for. */
export interface FeedDetail {
  section_name: string
  attribute_name: string
  attribute_value: string
}

/**
 * A row of Google's product data specification, under its field names; empty texts are omitted.
 * https://support.google.com/merchants/answer/7052112
 */
export interface FeedItem {
  id: string
  item_group_id: string
  title: string
  description: string
  link: string
  image_link: string
  additional_image_link: string[]
  availability: string
  condition: string
  price: string
  sale_price: string
  brand: string
  product_type: string
  gtin: string
  gender: string
  age_group: string
  size: string
  size_system: string
  color: string
  product_detail: FeedDetail[]
}

export const GOOGLE_GENDERS = { Men: 'male', Women: 'female', Unisex: 'unisex' } as const

/** Section of the details that are values of options. */
export const OPTIONS_SECTION = 'Options'
const TITLE_MAX_LENGTH = 150
const MORE_PICTURES_MAX = 10
const FACTS_SECTION = 'Details'
/** Attributes with a field of their own, and flags for the shop. */
const NO_DETAILS = ['brand', 'featured', 'soldout']

/**
 * Returns the items of a product: one for each variant. None for a variant without price or picture, which Google
 * refuses. docs/requirements.md#119-feeds
 */
export function toFeedItems(product: FeedProduct, shopName: string): FeedItem[] {
  const { id, title, description, category, parentCategory, gender, attributes, variants } = product
  const optionNames = new Set(variants.flatMap(({ options }) => Object.keys(options).map(plainName)))
  const details = attributes.filter(({ key }) => !optionNames.has(plainName(key))).flatMap(toDetails)
  const common = {
    item_group_id: variants.length > 1 ? id : '',
    title: title.slice(0, TITLE_MAX_LENGTH).toWellFormed(),
    description: description || title,
    condition: 'new',
    brand: brandOf(product, shopName),
    product_type: [...new Set([category, parentCategory])].filter(Boolean).join(' > '),
    gender: gender ? GOOGLE_GENDERS[gender] : '',
    age_group: ageGroup(product),
  }
  return variants.flatMap((variant) => {
    const { link, barcode = '' } = variant
    const [image, ...more] = variant.pictures
    if (image === undefined || variant.price <= 0) return []
    const { size = '', color = '', others } = splitOptions(Object.entries(variant.options))
    return [
      {
        id: variant.id,
        ...common,
        ...pricesOf(variant),
        link,
        image_link: image,
        additional_image_link: more.slice(0, MORE_PICTURES_MAX),
        availability: variant.isSoldOut ? 'out_of_stock' : 'in_stock',
        gtin: isGtin(barcode) ? barcode : '',
        size,
        size_system: sizeSystem(size),
        color,
        product_detail: [
          ...others.map(([name, value]) => toDetail(OPTIONS_SECTION, name, value)),
          ...details,
        ],
      },
    ]
  })
}

/** Returns the attribute `Brand`, else the shop's name: a product without a brand is the shop's own. */
export function brandOf({ attributes }: Pick<FeedProduct, 'attributes'>, shopName: string): string {
  const named = attributes.find(({ key }) => plainKey(key) === 'brand')
  return named?.value.find((name) => name.trim() !== '') ?? shopName
}

function pricesOf({ price, originalPrice = price }: FeedVariant) {
  const isSale = originalPrice > price
  return { price: amount(isSale ? originalPrice : price), sale_price: isSale ? amount(price) : '' }
}

function amount(rupees: number): string {
  return `${(Math.round(rupees * 100) / 100).toFixed(2)} INR`
}

function toDetails({ key, value, metricUnit }: FeedProduct['attributes'][number]): FeedDetail[] {
  if (isSizeName(key) || isColorOption(key) || NO_DETAILS.includes(plainKey(key))) return []
  return value
    .filter((one) => one.trim() !== '')
    .map((one) => toDetail(FACTS_SECTION, key, metricUnit ? `${one} ${metricUnit}` : one))
}

function toDetail(section: string, name: string, value: string): FeedDetail {
  return { section_name: section, attribute_name: name, attribute_value: value }
}

function plainName(name: string): string {
  return name.trim().toLowerCase()
}

const AGE_GROUPS: [ageGroup: string, words: RegExp][] = [
  ['newborn', /\bnew-?borns?\b/i],
  ['infant', /\b(?:infants?|bab(?:y|ies)(?! ?doll))\b/i],
  ['toddler', /\btoddlers?\b/i],
  ['kids', /\b(?:kids?|boys?|girls?|child(?:ren)?(?:['’]?s)?)(?:wear)?\b/i],
]

/** The age group that the categories name, else adults. */
function ageGroup({ category, parentCategory }: FeedProduct): string {
  return AGE_GROUPS.find(([, words]) => words.test(`${category} ${parentCategory}`))?.[0] ?? 'adult'
}

/** The size system that a size such as `UK 8` names, of those that Google knows. */
function sizeSystem(size: string): string {
  return /^(AU|BR|CN|DE|EU|FR|IT|JP|UK|US)[ -]?\d/i.exec(size)?.[1]?.toUpperCase() ?? ''
}
