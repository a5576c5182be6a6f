import { colorsOf, sizesOf } from '../catalogue/attributes.ts'
import type { StoredProduct } from '../catalogue/stored.ts'
import { toRow } from './cells.ts'
import { pictureAddress, type Feed, type ShopAddresses } from './feed.ts'

const COLUMNS = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published'],
  ...['Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value'],
  ...['Variant Price', 'Variant Compare At Price', 'Image Src', 'Image Position', 'Status'],
  ...['Google Shopping / Gender'],
]
/** Columns of their own say these. */
const ELSEWHERE = /^(?:sizes?|colou?rs?|brand|featured)$/i
const GENDERS = { Men: 'male', Women: 'female', Unisex: 'unisex' }

/** A product export as Shopify writes it: a row for each variant, and for each further picture. */
export function shopifyCsv(shop: ShopAddresses, keys: readonly string[]): Feed {
  const facts = keys.filter((key) => !ELSEWHERE.test(key))
  const columns = [...COLUMNS, ...facts.map((key) => `${key} (product.metafields.custom.${toName(key)})`)]
  return {
    head: [toRow(columns)],
    lines: (product) =>
      rowsOf(product, shop, facts).map((row) => toRow(columns.map((_, at) => row[at] ?? ''))),
    tail: [],
  }
}

function rowsOf(product: StoredProduct, shop: ShopAddresses, facts: readonly string[]): string[][] {
  const pictures = [...new Set([product.imgUrl, ...product.images.map(({ url }) => url)])]
    .filter((url) => url !== '')
    .map((url) => pictureAddress(url, shop))
  const { options, variants } = variantsOf(product)
  const count = Math.max(variants.length, pictures.length)
  return Array.from({ length: count || 1 }, (_, at) => {
    const picture = pictures[at]
    return [
      ...[product.key, ...(at === 0 ? headOf(product) : Array<string>(6).fill(''))],
      ...variantCells(product, at === 0 ? options : ['', ''], variants[at]),
      ...[picture ?? '', picture === undefined ? '' : String(at + 1), at === 0 ? 'active' : ''],
      ...(at === 0 ? [product.gender === null ? '' : GENDERS[product.gender]] : ['']),
      ...(at === 0 ? facts.map((key) => valueOf(product, key)) : []),
    ]
  })
}

function headOf(product: StoredProduct): string[] {
  const { title, description, category, parentCategory, gender, attributes } = product
  const isFeatured = attributes.some(({ key }) => key.toLowerCase() === 'featured')
  const tags = [parentCategory, gender ?? '', isFeatured ? 'featured' : ''].filter((tag) => tag !== '')
  return [title, description, valueOf(product, 'Brand'), category, tags.join(', '), 'true']
}

/** One variant for each size and colour; a product without a choice has Shopify's own `Default Title`. */
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

function toName(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
