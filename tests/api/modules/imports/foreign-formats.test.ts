import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { withVariantFields } from '../../../../api/modules/catalogue/variants.ts'
import type { CatalogueProduct } from '../../../../api/db/catalogue-product.ts'
import type { FeedFormat } from '../../../../api/modules/exports/feed.ts'
import { openFeed } from '../../../../api/modules/exports/open-feed.ts'
import { demoShops } from '../../../../demo/shops.ts'
import { badOf, catalogueFile, productsOf, readFile } from './catalogue-file.ts'

/** What an export in a format of others keeps when it is imported again. docs/import.md#exporting */

const API = 'https://api.shop.example'
const SHOP = { storeName: 'Silk House', description: '', shop: 'https://shop.example', api: API }

function exported(format: FeedFormat, catalogue: readonly CatalogueProduct[]): string {
  const products = catalogue.map((product) => ({ id: product.key, ...withVariantFields(product) }))
  const keys = products.flatMap(({ attributes }) => attributes.map(({ key }) => key))
  const feed = openFeed(format, SHOP, [...new Set(keys)])
  return `${[...feed.head, ...products.flatMap((product, at) => feed.entry(product, at === 0).lines), ...feed.tail].join('\n')}\n`
}

async function imported(file: string): Promise<CatalogueProduct[]> {
  const events = await readFile(catalogueFile(file, 'feed'), { ownOrigin: API })
  expect(badOf(events)).toEqual([])
  return productsOf(events)
}

const KURTA: CatalogueProduct = {
  key: 'kurta',
  title: '=1+1 Kurta <b> & 🧵',
  description: '<p>Soft &amp; light</p>',
  category: 'Kurtas',
  parentCategory: 'Ethnic Wear',
  gender: 'Women',
  regularPrice: 1999.5,
  imgUrl: '/media/kurta.webp',
  images: [{ url: '/media/kurta.webp', alt: 'Front' }, { url: 'https://cdn.example/2.jpg' }],
  attributes: [
    { key: 'Brand', value: ['Anokhi'] },
    { key: 'Care', value: ['Wash: cold, gentle', 'Line dry'] },
    { key: 'Drape', value: ['112'], metricUnit: 'cm' },
  ],
  tags: ['new', 'दिवाली'],
  seoTitle: 'Kurta, soft',
  translations: { hi: { title: 'कुर्ता' } },
  options: [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Colour', values: ['White/Yellow', 'Red'] },
    { name: 'Sleeves', values: ['Long'] },
  ],
  variants: [
    {
      options: { Size: 'S', Colour: 'White/Yellow', Sleeves: 'Long' },
      regularPrice: 1999.5,
      discountedPrice: 1499,
      sku: 'K-S',
      barcode: '4006381333931',
      stock: 4,
      images: [],
    },
    {
      options: { Size: 'M', Colour: 'Red', Sleeves: 'Long' },
      regularPrice: 2099,
      sku: '=K-M',
      stock: 0,
      images: [{ url: 'https://cdn.example/red.jpg' }],
    },
  ],
}

it('Shopify CSV keeps texts, variants, stock, facts, tags and pictures, and has a unit in the value', async () => {
  const [product] = await imported(exported('shopify-csv', [KURTA]))
  expect(product).toEqual({
    ...KURTA,
    discountedPrice: 1499,
    images: [...KURTA.images, { url: 'https://cdn.example/red.jpg' }],
    attributes: [
      { key: 'Care', value: ['Wash: cold, gentle', 'Line dry'] },
      { key: 'Drape', value: ['112 cm'] },
      { key: 'Sleeves', value: ['Long'] },
      { key: 'Brand', value: ['Anokhi'] },
      { key: 'Size', value: ['S', 'M'] },
      { key: 'Color', value: ['White/Yellow', 'Red'] },
    ],
    translations: undefined,
  })
})

describe.each(['google-xml', 'google-tsv'] as const)('%s', (format) => {
  it('keeps texts, prices, SKUs and pictures of variants, and has no stock, tags or texts for search engines', async () => {
    const [product] = await imported(exported(format, [KURTA]))
    expect(product).toEqual({
      key: 'kurta',
      title: '=1+1 Kurta <b> & 🧵',
      description: '<p>Soft &amp; light</p>',
      category: 'Kurtas',
      parentCategory: 'Ethnic Wear',
      gender: 'Women',
      regularPrice: 1999.5,
      discountedPrice: 1499,
      imgUrl: '/media/kurta.webp',
      images: [
        { url: '/media/kurta.webp' },
        { url: 'https://cdn.example/red.jpg' },
        { url: 'https://cdn.example/2.jpg' },
      ],
      attributes: [
        { key: 'Care', value: ['Wash: cold, gentle', 'Line dry'] },
        { key: 'Drape', value: ['112 cm'] },
        { key: 'Brand', value: ['Anokhi'] },
        { key: 'Size', value: ['S', 'M'] },
        { key: 'Color', value: ['White/Yellow', 'Red'] },
        { key: 'Sleeves', value: ['Long'] },
      ],
      options: KURTA.options,
      variants: [
        {
          options: { Size: 'S', Colour: 'White/Yellow', Sleeves: 'Long' },
          regularPrice: 1999.5,
          discountedPrice: 1499,
          sku: 'K-S',
          barcode: '4006381333931',
          images: [],
        },
        {
          options: { Size: 'M', Colour: 'Red', Sleeves: 'Long' },
          regularPrice: 2099,
          sku: '=K-M',
          stock: 0,
          images: [{ url: 'https://cdn.example/red.jpg' }],
        },
      ],
    })
  })

  it('names the shop as the brand of a product without one', async () => {
    const [product] = await imported(exported(format, [{ ...KURTA, attributes: [] }]))
    expect(product?.attributes).toContainEqual({ key: 'Brand', value: ['Silk House'] })
  })

  it('gives each size and colour of a product without variants an item, which makes variants', async () => {
    const attributes = [
      { key: 'Sizes', value: ['S', 'M'] },
      { key: 'Colors', value: ['Red'] },
      { key: 'Sold out', value: ['M'] },
    ]
    const [product] = await imported(exported(format, [{ ...KURTA, options: [], variants: [], attributes }]))
    expect(product?.variants).toMatchObject([
      { options: { Size: 'S', Colour: 'Red' }, regularPrice: 1999.5 },
      { options: { Size: 'M', Colour: 'Red' }, regularPrice: 1999.5, stock: 0 },
    ])
  })

  it('has an id of its own where two variants have one SKU', async () => {
    const other = { ...KURTA, key: 'coat' }
    const file = exported(format, [KURTA, other])
    const ids = [
      ...file.matchAll(format === 'google-xml' ? /<g:id>([^<]*)/g : /^'?([^\t]*)\t(?:kurta|coat)\t/gm),
    ]
    expect(ids.map(([, id]) => id)).toEqual([
      'K-S',
      '=K-M',
      expect.stringMatching(/^coat-[0-9a-f]{8}$/),
      expect.stringMatching(/^coat-[0-9a-f]{8}$/),
    ])
  })
})

describe.each(['shopify-csv', 'google-xml', 'google-tsv'] as const)('%s', (format) => {
  test.each(demoShops)(
    'keeps titles, categories, prices and audiences of the demo shop $id',
    async ({ products }) => {
      const kept = (catalogue: readonly CatalogueProduct[]) =>
        catalogue.map(({ key, title, category, parentCategory, gender, regularPrice, discountedPrice }) =>
          JSON.stringify({ key, title, category, parentCategory, gender, regularPrice, discountedPrice }),
        )
      const catalogue = products.map(withVariantFields)
      expect(kept(await imported(exported(format, catalogue)))).toEqual(kept(catalogue))
    },
  )

  test('gives any text back on one line, whatever a spreadsheet, XML or a list would read in it', async () => {
    const text = fc
      .array(
        fc.constantFrom('"', "'", '=', '+', ',', ';', ':', '\\', '<b>', '&amp;', ']]>', 'नी', '🧵', ' x'),
      )
      .map((parts) => `T${parts.join('')}`)
    await fc.assert(
      fc.asyncProperty(text, text, async (title, sku) => {
        const [first, second] = KURTA.variants ?? []
        if (!first || !second) throw new Error('The kurta has two variants.')
        const variants = [{ ...first, sku: sku.slice(0, 50).trim() }, second]
        const [product] = await imported(exported(format, [{ ...KURTA, title, variants }]))
        expect([product?.title, product?.variants?.[0]?.sku]).toEqual([title, sku.slice(0, 50).trim()])
      }),
      { numRuns: 60 },
    )
  })
})
