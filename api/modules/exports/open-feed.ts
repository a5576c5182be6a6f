import type { StoredProduct } from '../catalogue/stored-products.ts'
import { importableDescription } from './feed.ts'
import type { Feed, FeedFormat, ShopAddresses } from './feed.ts'
import { googleTsv, googleXml } from './google.ts'
import { shopifyCsv } from './shopify.ts'

/**
 * Opens a feed in the given format. `keys` are all attribute names of the catalogue, for formats with a column for
 * each.
 */
export function openFeed(format: FeedFormat, shop: ShopAddresses, keys: readonly string[]): Feed {
  switch (format) {
    case 'google-xml':
      return googleXml(shop)
    case 'google-tsv':
      return googleTsv(shop)
    case 'shopify-csv':
      return shopifyCsv(shop, keys)
    case 'json':
      return jsonList()
  }
}

/** The JSON list that `store import` reads; pictures keep their addresses. */
function jsonList(): Feed {
  return {
    head: ['['],
    entry: (product, isFirst) => ({
      lines: [`${isFirst ? '' : ','}${JSON.stringify(toJson(product))}`],
      warnings: [],
    }),
    tail: [']'],
  }
}

/** Empty fields are written, too: an import leaves alone what the file does not name. */
function toJson({ variants = [], options = [], ...product }: StoredProduct): object {
  return {
    discountedPrice: null,
    tags: [],
    seoTitle: null,
    seoDescription: null,
    ...product,
    id: undefined,
    variantIds: undefined,
    description: importableDescription(product.description),
    options,
    variants: variants.map((variant) => ({
      discountedPrice: null,
      sku: null,
      barcode: null,
      stock: null,
      sellsBeyondStock: false,
      ...variant,
    })),
  }
}
