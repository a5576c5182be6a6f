import { describe, expect, it } from 'vitest'

import { receivedProductSchema } from '@tanabana/contract/product.ts'
import type { StoredProduct } from '../../api/modules/catalogue/stored-products.ts'
import { openFeed } from '../../api/modules/exports/open-feed.ts'
import { toProduct } from '../../src/lib/catalogue/product.ts'
import { feedItems, googleFeed } from '../../src/lib/seo/product-feed.ts'

const ORIGIN = 'https://shop.example'
const PICTURES = Array.from({ length: 9 }, (_, at) => ({ url: `${ORIGIN}/${at}.webp` }))

const SAREE: StoredProduct = {
  id: 'saree',
  key: 'saree',
  title: 'Saree',
  description: 'Soft silk',
  category: 'Sarees',
  parentCategory: 'Sarees',
  gender: 'Women',
  regularPrice: 1200,
  discountedPrice: 999.5,
  imgUrl: `${ORIGIN}/0.webp`,
  images: PICTURES,
  attributes: [
    { key: 'Brand', value: ['Anokhi'] },
    { key: 'Fabric', value: ['Silk'] },
    { key: 'Length', value: ['5.5'], metricUnit: 'm' },
    { key: 'featured', value: ['true'] },
  ],
}
const VARIANTS: Pick<StoredProduct, 'options' | 'variants' | 'variantIds'> = {
  options: [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Blouse piece', values: ['Yes', 'No'] },
  ],
  variantIds: ['v1', 'v2', 'v3'],
  variants: [
    {
      options: { Size: 'S', 'Blouse piece': 'Yes' },
      regularPrice: 1200,
      discountedPrice: 999.5,
      sku: 'S-1',
      barcode: '4006381333931',
      stock: 3,
      images: [{ url: `${ORIGIN}/own.webp` }],
    },
    { options: { Size: 'M', 'Blouse piece': 'Yes' }, regularPrice: 1300, stock: 0, images: [] },
    {
      options: { Size: 'M', 'Blouse piece': 'No' },
      regularPrice: 1100,
      barcode: '1',
      stock: 0,
      sellsBeyondStock: true,
      images: [],
    },
  ],
}

/** The elements of each item; ids are those of the catalogue in an export, and those of the store API in a feed. */
function elementsIn(xml: string): string[][] {
  return xml
    .split('<item>')
    .slice(1)
    .map((item) =>
      (item.match(/<g:(\w+)>.*?<\/g:\1>/g) ?? [])
        .filter((one) => !/^<g:(?:item_group_)?id>/.test(one))
        .sort(),
    )
}

function exported(product: StoredProduct): string {
  const addresses = { storeName: 'Silk House', description: '', shop: ORIGIN, api: ORIGIN }
  return openFeed('google-xml', addresses, []).entry(product, true).lines.join('\n')
}

function fed({ variants = [], variantIds = [], ...product }: StoredProduct): string {
  const received = receivedProductSchema.parse({
    ...product,
    variants: variants.map(({ stock = 1, sellsBeyondStock = false, ...variant }, at) => ({
      ...variant,
      id: variantIds[at],
      available: stock > 0 || sellsBeyondStock,
    })),
  })
  const store = { storeName: 'Silk House' }
  const shop = {
    origin: ORIGIN,
    store: store as never,
    pictureUrl: (src: string) => src,
    plainText: (text: string) => text,
  }
  return feedItems(toProduct(received, ORIGIN, true), shop)
    .map(googleFeed.item)
    .join('')
}

describe.each<[string, StoredProduct]>([
  ['without choices', SAREE],
  [
    'with sizes and colours, one of them sold out',
    {
      ...SAREE,
      attributes: [
        { key: 'Sizes', value: ['S', 'M'] },
        { key: 'Colors', value: ['Red', 'Blue'] },
        { key: 'Sold out', value: ['M'] },
      ],
    },
  ],
  ['with more sizes and colours than are listed', { ...SAREE, attributes: manyChoices() }],
  ['with variants', { ...SAREE, ...VARIANTS }],
  ['without a picture', { ...SAREE, imgUrl: '', images: [] }],
])('a product %s', (_, product) => {
  it("has the same items in the storefront's feed and in the export", () => {
    expect(elementsIn(exported(product))).toEqual(elementsIn(fed(product)))
  })
})

function manyChoices() {
  const value = Array.from({ length: 8 }, (_, at) => String(at))
  return [
    { key: 'Size', value },
    { key: 'Color', value },
  ]
}

it('an exported item has an id of at most 50 characters, which no other product has', () => {
  const attributes = [{ key: 'Size', value: ['S', 'M'] }]
  const key = 'handloom-banarasi-silk-saree-with-zari-border-'
  const ids = ['red', 'navy'].flatMap((color) => {
    const item = exported({ ...SAREE, key: key + color, attributes })
    return [...item.matchAll(/<g:id>(.*?)<\/g:id>/g)].map(([, id = '']) => id)
  })
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(50)
})

it('an export for Shopify has every size in every colour, whatever their number', () => {
  const shop = { storeName: 'Silk House', description: '', shop: ORIGIN, api: ORIGIN }
  const { lines } = openFeed('shopify-csv', shop, []).entry({ ...SAREE, attributes: manyChoices() }, true)
  expect(lines).toHaveLength(64)
})
