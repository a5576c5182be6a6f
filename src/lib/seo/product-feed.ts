import type { Product } from '../catalogue/product.ts'
import { productVariants } from '../catalogue/variants.ts'
import { toCsvRow } from '@tanabana/contract/feed-formats.ts'
import { toFeedItems, type FeedItem } from '@tanabana/contract/feed-item.ts'
import { GOOGLE_XML_TAIL, googleXmlHead, googleXmlItem } from '@tanabana/contract/google-xml.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { englishStoreName } from '../shop/shop-text.ts'

/** Shop data that a feed needs; `plainText` strips the markup of a description. */
export interface FeedShop {
  origin: string
  store: StoreInfo | undefined
  pictureUrl: (src: string) => string
  plainText: (html: string) => string | undefined
}

/** A feed format: the text before all items, that of an item, and the text after them. */
export interface FeedFormat {
  type: string
  head: (shop: FeedShop) => string
  item: (item: FeedItem) => string
  tail: string
}

/**
 * Returns the items of a product: one for each variant, at the price of the product page. A variant is out of stock only
 * when the API reports it, or its size, as sold out.
 */
export function feedItems(product: Product, shop: FeedShop): FeedItem[] {
  const { id, name, category, parentCategory, gender, attributes } = product
  const variants = productVariants(product).map(({ sku, path, images, gtin, ...variant }) => ({
    ...variant,
    id: sku,
    link: shop.origin + path,
    pictures: images.map(shop.pictureUrl),
    barcode: gtin,
  }))
  const description = shop.plainText(product.description) ?? ''
  return toFeedItems(
    { id, title: name, description, category, parentCategory, gender, attributes, variants },
    englishStoreName(shop.store),
  )
}

/** RSS 2.0 with Google's namespace, for Merchant Center. */
export const googleFeed: FeedFormat = {
  type: 'application/xml; charset=utf-8',
  head: ({ origin, store }) => {
    const title = englishStoreName(store)
    return lines(googleXmlHead({ title, link: `${origin}/`, description: store?.description ?? title }))
  },
  item: (item) => lines(googleXmlItem(item)),
  tail: lines(GOOGLE_XML_TAIL),
}

function lines(texts: string[]): string {
  return texts.map((text) => `${text}\n`).join('')
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
