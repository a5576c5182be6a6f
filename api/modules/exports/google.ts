import { createHash } from 'node:crypto'

import { toCsvRow } from '@tanabana/contract/feed-formats.ts'
import { toFeedItems, type FeedItem, type FeedVariant } from '@tanabana/contract/feed-item.ts'
import { GOOGLE_XML_TAIL, googleXmlHead, googleXmlItem } from '@tanabana/contract/google-xml.ts'
import { picturesOfVariant, sizesAndColors } from '@tanabana/contract/product-choices.ts'
import { colorsOf, sizesOf, soldOutSizesOf } from '../catalogue/attributes.ts'
import { isAvailable, isProductAvailable } from '../catalogue/variants.ts'
import type { CatalogueVariant } from '../../db/catalogue-product.ts'
import type { StoredProduct } from '../catalogue/stored-products.ts'
import { joinDetails } from '../imports/google-fields.ts'
import { importableDescription, pictureAddress, picturesOf, type Feed, type ShopAddresses } from './feed.ts'

const ID_MAX_LENGTH = 50
const HASH_LENGTH = 8
const COLUMNS = [
  ...(['id', 'item_group_id', 'title', 'description', 'link', 'image_link'] as const),
  ...(['additional_image_link', 'availability', 'condition', 'price', 'sale_price', 'brand'] as const),
  ...(['product_type', 'gtin', 'gender', 'age_group', 'size', 'size_system', 'color'] as const),
  'product_detail',
] as const
const INCOMPLETE = 'Left out, because Google refuses items without a picture or without a price'
const LONG_KEY = `Google refuses keys of more than ${ID_MAX_LENGTH} characters`

/** RSS 2.0 with Google's namespace: one item per variant, or per size and colour. */
export function googleXml(shop: ShopAddresses): Feed {
  return {
    head: googleXmlHead({ title: shop.storeName, link: `${shop.shop}/`, description: shop.description }),
    entry: entriesOf(shop, googleXmlItem),
    tail: GOOGLE_XML_TAIL,
  }
}

/** The same items as a tab-separated table. */
export function googleTsv(shop: ShopAddresses): Feed {
  return { head: [COLUMNS.join('\t')], entry: entriesOf(shop, (item) => [toTsvRow(item)]), tail: [] }
}

function toTsvRow(item: FeedItem): string {
  return toCsvRow(
    COLUMNS.map((name) => cellOf(item, name)),
    { delimiter: '\t' },
  )
}

function cellOf(item: FeedItem, name: keyof FeedItem): string {
  return name === 'product_detail' ? joinDetails(item.product_detail) : [item[name]].flat().join(',')
}

/** Returns the entries of one file, in which an SKU is the id of one item. */
function entriesOf(shop: ShopAddresses, toLines: (item: FeedItem) => string[]): Feed['entry'] {
  const skus = new Set<string>()
  return (product) => {
    const { key } = product
    const listed = variantsOf(product, shop)
    const variants = listed.map((variant) => ({
      ...variant,
      id: listed.length > 1 ? itemId(key, variant, skus) : key,
    }))
    const description = importableDescription(product.description)
    const items = toFeedItems({ ...product, id: key, description, variants }, shop.storeName)
    return {
      lines: items.flatMap(toLines),
      warnings: [
        ...(items.length < listed.length ? [INCOMPLETE] : []),
        ...(key.length > ID_MAX_LENGTH ? [LONG_KEY] : []),
      ],
    }
  }
}

/** The SKU, as Google recommends; without a unique one, an id that other variants don't change. Adds it to `skus`. */
function itemId(key: string, { sku = '', options }: ListedVariant, skus: Set<string>): string {
  if (sku === '' || sku.length > ID_MAX_LENGTH || skus.has(sku)) {
    const start = key.slice(0, ID_MAX_LENGTH - HASH_LENGTH - 1)
    return `${start}-${shortHash([key, ...Object.values(options)].join('/'))}`
  }
  skus.add(sku)
  return sku
}

function variantsOf(product: StoredProduct, shop: ShopAddresses): ListedVariant[] {
  const { variants = [] } = product
  return variants.length > 0 ? listedVariants(product, shop) : listedChoices(product, shop)
}

type ListedVariant = Omit<FeedVariant, 'id'> & { sku?: string | undefined }

function listedVariants(product: StoredProduct, shop: ShopAddresses): ListedVariant[] {
  const { id, variants = [], variantIds = [] } = product
  const ofProduct = picturesOf(product)
  const ofVariants = new Set(variants.flatMap(urlsOf))
  return variants.map((variant, at) => ({
    ...pricesOf(variant),
    options: variant.options,
    link: `${pageOf(id, shop)}?variant=${encodeURIComponent(variantIds[at] ?? '')}`,
    pictures: picturesOfVariant(urlsOf(variant), { ofProduct, ofVariants }).map((url) =>
      pictureAddress(url, shop),
    ),
    isSoldOut: !isAvailable(variant),
    sku: variant.sku,
    barcode: variant.barcode,
  }))
}

/** Every size in every colour of a product without variants. */
function listedChoices(product: StoredProduct, shop: ShopAddresses): ListedVariant[] {
  const { id, attributes } = product
  const soldOut = soldOutSizesOf(attributes)
  return sizesAndColors([...new Set(sizesOf(attributes))], [...new Set(colorsOf(attributes))]).map(
    (options) => ({
      ...pricesOf(product),
      options,
      link: pageOf(id, shop),
      pictures: picturesOf(product).map((url) => pictureAddress(url, shop)),
      isSoldOut: options.Size === undefined ? !isProductAvailable(product) : soldOut.includes(options.Size),
    }),
  )
}

function pageOf(id: string, { shop }: ShopAddresses): string {
  return `${shop}/product/${encodeURIComponent(id)}`
}

function pricesOf({
  regularPrice,
  discountedPrice,
}: Pick<StoredProduct, 'regularPrice' | 'discountedPrice'>) {
  return { price: discountedPrice ?? regularPrice, originalPrice: regularPrice }
}

function urlsOf({ images }: CatalogueVariant): string[] {
  return images.map(({ url }) => url)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)
}
