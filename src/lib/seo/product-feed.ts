import { decimalPrice } from '../catalogue/money.ts'
import { isOnSale, type Product } from '../catalogue/product.ts'
import { productVariants } from '../catalogue/variants.ts'
import { escapeXml, toCsvRow } from '@tanabana/contract/feed-formats.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { englishStoreName } from '../shop/shop-text.ts'

/** Shop data that a feed needs; `plainText` strips the markup of a description. */
export interface FeedShop {
  origin: string
  store: StoreInfo | undefined
  pictureUrl: (src: string) => string
  plainText: (html: string) => string | undefined
}

/** A feed format: the text before all items, one item per variant, and the text after them. */
export interface FeedFormat {
  type: string
  head: (shop: FeedShop) => string
  item: (item: FeedItem) => string
  tail: string
}

/** A row of Google's product data specification, under its field names; empty texts are omitted. */
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
}

const TITLE_MAX_LENGTH = 150
const MORE_PICTURES_MAX = 5
const GENDERS = { Men: 'male', Women: 'female', Unisex: 'unisex' }

/**
 * Returns the items of a product: one for each variant, at the price of the product page. None for a variant without
 * price or picture, which search engines reject. A variant is out of stock only when the API reports it, or its size, as
 * sold out.
 */
export function feedItems(product: Product, shop: FeedShop): FeedItem[] {
  const { id, name, category, parentCategory } = product
  const variants = productVariants(product)
  const common = {
    item_group_id: variants.length > 1 ? id : '',
    title: name.slice(0, TITLE_MAX_LENGTH).toWellFormed(),
    description: shop.plainText(product.description) ?? name,
    condition: 'new',
    brand: englishStoreName(shop.store),
    product_type: [category, parentCategory].filter(Boolean).join(' > '),
    gender: product.gender ? GENDERS[product.gender] : '',
    age_group: ageGroup(product),
  }
  return variants.flatMap((variant) => {
    const { sku, size = '', color = '', isSoldOut, price, originalPrice, gtin = '', path } = variant
    const [image, ...more] = variant.images
    if (image === undefined || price <= 0) return []
    const isSale = isOnSale(variant) && originalPrice !== undefined
    return [
      {
        ...common,
        id: sku,
        link: shop.origin + path,
        image_link: shop.pictureUrl(image),
        additional_image_link: more.slice(0, MORE_PICTURES_MAX).map(shop.pictureUrl),
        price: `${decimalPrice(isSale ? originalPrice : price)} INR`,
        sale_price: isSale ? `${decimalPrice(price)} INR` : '',
        availability: isSoldOut ? 'out_of_stock' : 'in_stock',
        gtin,
        size,
        size_system: sizeSystem(size),
        color,
      },
    ]
  })
}

const AGE_GROUPS: [ageGroup: string, words: RegExp][] = [
  ['newborn', /\bnew-?borns?\b/i],
  ['infant', /\b(?:infants?|bab(?:y|ies)(?! ?doll))\b/i],
  ['toddler', /\btoddlers?\b/i],
  ['kids', /\b(?:kids?|boys?|girls?|child(?:ren)?(?:['’]?s)?)(?:wear)?\b/i],
]

/** The age group that the categories name, else adults. */
function ageGroup({ category, parentCategory }: Product): string {
  return AGE_GROUPS.find(([, words]) => words.test(`${category} ${parentCategory}`))?.[0] ?? 'adult'
}

/** The size system that a size such as `UK 8` names, of those that Google knows. */
function sizeSystem(size: string): string {
  return /^(AU|BR|CN|DE|EU|FR|IT|JP|UK|US)[ -]?\d/i.exec(size)?.[1]?.toUpperCase() ?? ''
}

/** RSS 2.0 with Google's namespace, for Merchant Center. */
export const googleFeed: FeedFormat = {
  type: 'application/xml; charset=utf-8',
  head: ({ origin, store }) =>
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n' +
    `<title>${escapeXml(englishStoreName(store))}</title>\n<link>${escapeXml(`${origin}/`)}</link>\n` +
    `<description>${escapeXml(store?.description ?? englishStoreName(store))}</description>\n`,
  item: (item) =>
    `<item>${Object.entries(item)
      .flatMap(([name, value]: [string, string | string[]]) =>
        [value].flat().map((one) => element(name, one)),
      )
      .join('')}</item>\n`,
  tail: '</channel>\n</rss>\n',
}

function element(name: string, text: string): string {
  return text ? `<g:${name}>${escapeXml(text)}</g:${name}>` : ''
}

const META_COLUMNS = [
  ...(['id', 'title', 'description', 'availability', 'condition', 'price', 'sale_price'] as const),
  ...(['link', 'image_link', 'additional_image_link', 'brand', 'item_group_id'] as const),
  ...(['product_type', 'gtin', 'gender', 'age_group', 'size', 'size_system', 'color'] as const),
]

/** CSV for Meta's commerce manager. */
export const metaFeed: FeedFormat = {
  type: 'text/csv; charset=utf-8',
  head: () => `${META_COLUMNS.join(',')}\r\n`,
  item(item) {
    const cells = META_COLUMNS.map((name) =>
      name === 'availability' ? item[name].replaceAll('_', ' ') : [item[name]].flat().join(','),
    )
    return `${toCsvRow(cells, { quoted: true })}\r\n`
  },
  tail: '',
}
