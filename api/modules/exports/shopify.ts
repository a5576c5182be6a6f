import { toCsvRow } from '@tanabana/contract/feed-formats.ts'
import { GOOGLE_GENDERS } from '@tanabana/contract/feed-item.ts'
import { sizesAndColors } from '@tanabana/contract/product-choices.ts'
import { colorsOf, isFeatured, sizesOf } from '../catalogue/attributes.ts'
import type { CatalogueVariant } from '../../db/catalogue-product.ts'
import type { StoredProduct } from '../catalogue/stored-products.ts'
import { OPTION_NUMBERS, PARENT_CATEGORY_COLUMN } from '../imports/shopify-columns.ts'
import { pictureAddress, picturesOf, toHtml, type Feed, type ShopAddresses } from './feed.ts'

const COLUMNS = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published'],
  ...['Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value', 'Option3 Name', 'Option3 Value'],
  ...['Variant SKU', 'Variant Inventory Tracker', 'Variant Inventory Qty', 'Variant Inventory Policy'],
  ...['Variant Price', 'Variant Compare At Price', 'Variant Barcode', 'Variant Image'],
  ...['Image Src', 'Image Position', 'Image Alt Text', 'SEO Title', 'SEO Description', 'Status'],
  ...['Google Shopping / Gender', PARENT_CATEGORY_COLUMN],
]
/** Attributes that have their own columns. */
const ELSEWHERE = /^(?:sizes?|colou?rs?|brand|featured)$/i
const TOO_MANY_OPTIONS = `Shopify takes at most ${OPTION_NUMBERS.length} options; the file has only the first ones`
const METAFIELD_NAME_MAX = 30
const METAFIELD_NAME_MIN = 3

/** A product export in Shopify's format: one row per variant and one per further picture. */
export function shopifyCsv(shop: ShopAddresses, keys: readonly string[]): Feed {
  const facts = keys.filter((key) => !ELSEWHERE.test(key))
  return {
    head: [toCsvRow([...COLUMNS, ...toMetafields(facts)])],
    entry: (product) => ({
      lines: rowsOf(product, shop, facts).map((row) => toCsvRow(row)),
      warnings: (product.options?.length ?? 0) > OPTION_NUMBERS.length ? [TOO_MANY_OPTIONS] : [],
    }),
    tail: [],
  }
}

/** The cells of one row per variant and picture. */
function rowsOf(product: StoredProduct, shop: ShopAddresses, facts: readonly string[]): string[][] {
  const pictures = picturesOf(product).map((url) => pictureAddress(url, shop))
  const alts = picturesOf(product).map((url) => altOf(product, url))
  const { options, variants } = variantsOf(product)
  const head = headOf(product)
  const tail = [
    ...[product.gender === null ? '' : GOOGLE_GENDERS[product.gender], product.parentCategory],
    ...facts.map((key) => valueOf(product, key)),
  ]
  const count = Math.max(variants.length, pictures.length)
  return Array.from({ length: count }, (_, at) => {
    const isFirst = at === 0
    const picture = pictures[at]
    return [
      ...[product.key, ...(isFirst ? head : head.map(() => ''))],
      ...variantCells(options, variants[at], isFirst, shop),
      ...[picture ?? '', picture === undefined ? '' : String(at + 1), alts[at] ?? ''],
      ...(isFirst ? [product.seoTitle ?? '', product.seoDescription ?? '', 'active'] : ['', '', '']),
      ...(isFirst ? tail : tail.map(() => '')),
    ]
  })
}

function headOf(product: StoredProduct): string[] {
  const { title, description, category, attributes, tags = [] } = product
  const isTagged = tags.some((tag) => tag.trim().toLowerCase() === 'featured')
  const all = isFeatured(attributes) && !isTagged ? [...tags, 'featured'] : tags
  return [...[title, toHtml(description), valueOf(product, 'Brand'), category], ...[all.join(', '), 'true']]
}

/**
 * The variants of a product. Without any, one per size and colour of its attributes, or Shopify's `Default Title`.
 */
function variantsOf(product: StoredProduct): {
  options: string[]
  variants: CatalogueVariant[]
} {
  const { attributes, regularPrice, discountedPrice, variants = [], options = [] } = product
  if (variants.length > 0) {
    if (options.length > 0) return { options: options.map(({ name }) => name), variants }
    return {
      options: ['Title'],
      variants: variants.map((variant) => ({ ...variant, options: { Title: 'Default Title' } })),
    }
  }
  const toVariant = (chosen: Readonly<Record<string, string>>): CatalogueVariant => ({
    options: { ...chosen },
    regularPrice,
    ...(discountedPrice === undefined ? {} : { discountedPrice }),
    images: [],
  })
  const sizes = [...new Set(sizesOf(attributes))]
  const colors = [...new Set(colorsOf(attributes))]
  const names = [...(sizes.length > 0 ? ['Size'] : []), ...(colors.length > 0 ? ['Color'] : [])]
  if (names.length === 0) return { options: ['Title'], variants: [toVariant({ Title: 'Default Title' })] }
  return { options: names, variants: sizesAndColors(sizes, colors, Infinity).map(toVariant) }
}

function variantCells(
  options: readonly string[],
  variant: CatalogueVariant | undefined,
  isFirst: boolean,
  shop: ShopAddresses,
): string[] {
  if (!variant) return Array<string>(14).fill('')
  const { regularPrice, discountedPrice, sku, barcode, stock, sellsBeyondStock, images } = variant
  const [price, compareAt] =
    discountedPrice === undefined ? [regularPrice, undefined] : [discountedPrice, regularPrice]
  const image = images[0]?.url
  return [
    ...OPTION_NUMBERS.flatMap((number) => {
      const name = options[number - 1]
      return [isFirst ? (name ?? '') : '', name === undefined ? '' : (variant.options[name] ?? '')]
    }),
    ...[sku ?? '', stock === undefined ? '' : 'shopify', stock === undefined ? '' : String(stock)],
    ...[sellsBeyondStock ? 'continue' : 'deny', price.toFixed(2), compareAt?.toFixed(2) ?? ''],
    ...[barcode ?? '', image === undefined ? '' : pictureAddress(image, shop)],
  ]
}

function altOf({ images, variants = [] }: StoredProduct, url: string): string {
  const all = [...images, ...variants.flatMap((variant) => variant.images)]
  return all.find((image) => image.url === url && image.alt)?.alt ?? ''
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
