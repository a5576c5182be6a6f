import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import type { CatalogueProduct } from '../../../api/db/catalogue-product.ts'
import { demoShops } from '../../../demo/shops.ts'
import { toCsvRow, unguardCell } from '@tanabana/contract/feed-formats.ts'
import { shopifyCsv } from '../../../cli/export/shopify.ts'
import { badOf, productsOf, readEvents, readFile } from './catalogue-file.ts'

const API = 'https://api.shop.example'
const SHOP = { storeName: 'Shop', description: '', shop: 'https://shop.example', api: API }
const DATA = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))

const KURTA: CatalogueProduct = {
  key: 'kurta',
  title: 'Kurta for Women',
  description: 'Soft & light',
  category: 'Kurtas',
  parentCategory: 'Ethnic Wear',
  gender: 'Women',
  regularPrice: 1999.5,
  imgUrl: '/media/kurta.webp',
  images: [{ url: '/media/kurta.webp' }, { url: 'https://cdn.example/2.jpg' }],
  attributes: [],
}

/** The file of a catalogue, and what it says it loses, by key. */
function write(catalogue: readonly CatalogueProduct[]) {
  const keys = new Map<string, string>()
  for (const { key } of catalogue.flatMap(({ attributes }) => attributes)) {
    if (!keys.has(key.toLowerCase())) keys.set(key.toLowerCase(), key)
  }
  const feed = shopifyCsv(SHOP, [...keys.values()])
  const stored = catalogue.map((product) => ({ ...product, id: product.key }))
  const lines = [...feed.head, ...stored.flatMap((product) => feed.lines(product, false)), ...feed.tail]
  const lost = stored.map((product) => feed.lost?.(product) ?? [])
  return { csv: `${lines.join('\n')}\n`, lost }
}

async function read(csv: string): Promise<CatalogueProduct[]> {
  const events = await readEvents(csv, { ownOrigin: API })
  expect(badOf(events)).toEqual([])
  return productsOf(events)
}

async function expectUnchanged(catalogue: readonly CatalogueProduct[]): Promise<void> {
  const { csv, lost } = write(catalogue)
  expect(lost.flat()).toEqual([])
  expect(await read(csv)).toEqual(catalogue)
}

describe('what the shop writes as Shopify CSV comes back as it was', () => {
  test.each(demoShops)('the demo shop $id', ({ products }) => expectUnchanged(products))

  test
    .runIf(existsSync(DATA))
    .each([
      'shopify-apparel.csv',
      'shopify-jewelery.csv',
      'shopify-ethnic-2025-columns.csv',
      'flipkart-999-products.csv',
      'myntra-12491-products-cp1252.csv',
      'myntra-sizes-first-2600-rows.csv',
    ])('%s', async (name) => {
    const products = productsOf(await readFile(DATA + name))
    // Every seventh product of the large files: each kind of row is among them.
    await expectUnchanged(products.filter((_, at) => products.length < 100 || at % 7 === 0))
  })

  test.each<[string, Partial<CatalogueProduct>]>([
    ['no audience', { gender: null }],
    ['a child', { gender: null, title: 'Frock for Girls and Women' }],
    ['another parent category', { category: 'Tops', parentCategory: 'Kurtas & Tunics' }],
    ['what looks like a character reference', { description: 'Wash at 30° &amp; dry; &lt;3' }],
    [
      'variants of three options, with missing combinations, stock, pictures and texts',
      {
        regularPrice: 900,
        tags: ['new', 'दिवाली'],
        seoTitle: 'Kurta, soft',
        seoDescription: '=cmd',
        images: [{ url: '/media/kurta.webp', alt: 'Front "blue"' }],
        attributes: [
          { key: 'Size', value: ['S', 'M'] },
          { key: 'Color', value: ['White/Yellow', 'Red'] },
          { key: 'Length', value: ['44', '46'] },
        ],
        options: [
          { name: 'Size', values: ['S', 'M'] },
          { name: 'Colour', values: ['White/Yellow', 'Red'] },
          { name: 'Length', values: ['44', '46'] },
        ],
        variants: [
          {
            options: { Size: 'M', Colour: 'Red', Length: '46' },
            regularPrice: 999.5,
            discountedPrice: 950,
            sku: '=A1',
            barcode: '890',
            stock: 0,
            images: [{ url: '/media/kurta.webp', alt: 'Front "blue"' }],
          },
          {
            options: { Size: 'S', Colour: 'White/Yellow', Length: '44' },
            regularPrice: 900,
            stock: -2,
            sellsBeyondStock: true,
            images: [],
          },
        ],
      },
    ],
    [
      'one variant without options',
      { options: [], variants: [{ options: {}, regularPrice: 1999.5, sku: 'K', stock: 3, images: [] }] },
    ],
    ['HTML', { description: '<p>Soft &amp; light</p><ul><li>Line dry</li></ul>' }],
    ['a discount', { discountedPrice: 1499.25 }],
    ['no picture', { imgUrl: '', images: [] }],
    ['a main picture beside the others', { imgUrl: '/media/a.webp', images: [{ url: '/media/b.webp' }] }],
    ['a main picture that is the second', { imgUrl: 'https://cdn.example/2.jpg' }],
    ['a main picture alone', { images: [] }],
    [
      'pictures whose names differ by case',
      { images: ['/media/A.webp', '/media/a.webp'].map((url) => ({ url })) },
    ],
    ['a key that a spreadsheet would run', { key: '=1+1', title: "'=cmd" }],
  ])('%s', async (_, product) => expectUnchanged([{ ...KURTA, ...product }]))

  test.each<[string, CatalogueProduct['attributes']]>([
    [
      'another order',
      [
        { key: 'Fabric', value: ['Silk'] },
        { key: 'Color', value: ['Red'] },
        { key: 'Size', value: ['M'] },
      ],
    ],
    [
      'keys of the contract written otherwise',
      [
        { key: 'sizes', value: ['s', 'Free size'] },
        { key: 'COLOURS', value: ['off white'] },
      ],
    ],
    [
      'sizes twice',
      [
        { key: 'Size', value: ['S'] },
        { key: 'Sizes', value: ['M', 'S'] },
      ],
    ],
    ['a unit', [{ key: 'Length', value: ['112', '5 m'], metricUnit: 'cm' }]],
    ['semicolons, and blanks at the ends', [{ key: 'Care', value: ['Wash; cold', ' Line dry '] }]],
    [
      'no value',
      [
        { key: 'Care', value: [] },
        { key: 'Note', value: [''] },
      ],
    ],
    [
      'one key twice',
      [
        { key: 'Care', value: ['A'] },
        { key: 'care', value: ['A'] },
        { key: 'Care', value: ['B'] },
      ],
    ],
    [
      'a brand, and not featured',
      [
        { key: 'Brand', value: ['Anokhi'] },
        { key: 'featured', value: ['false'] },
      ],
    ],
    [
      'a key in another script',
      [
        { key: 'कपड़ा', value: ['सूती'] },
        { key: 'रंग', value: ['लाल'] },
      ],
    ],
    [
      'a key like a column of Shopify',
      [
        { key: 'Title', value: ['x'] },
        { key: 'A (product.metafields.b.c)', value: ['y'] },
      ],
    ],
  ])('facts: %s', async (_, attributes) => {
    await expectUnchanged([
      { ...KURTA, attributes },
      { ...KURTA, key: 'scarf', gender: null },
    ])
  })
})

it('holds, or says that it does not hold, whatever a product may be', async () => {
  const text = fc
    .string({ unit: 'binary', maxLength: 12 })
    .map((one) => one.toWellFormed().replaceAll('\0', ''))
  const words = fc.oneof(
    text,
    fc.constantFrom('Size', 'colour', 'Brand', 'featured', "'=1", 'a; b', '<b>x', '&amp;'),
  )
  const urls = fc.constantFrom('/media/a.webp', '/media/A.webp', 'https://cdn.example/a.jpg', `${API}/b.webp`)
  const product = fc.record({
    title: words.map((one) => `T${one}`),
    description: words,
    category: words,
    parentCategory: words,
    gender: fc.constantFrom('Men' as const, 'Women' as const, 'Unisex' as const, null),
    imgUrl: fc.oneof(urls, fc.constant('')),
    images: fc.array(fc.record({ url: urls }), { maxLength: 3 }),
    attributes: fc.array(
      fc.record(
        { key: words, value: fc.array(words, { maxLength: 3 }), metricUnit: fc.constantFrom('cm', 'g') },
        { requiredKeys: ['key', 'value'] },
      ),
      { maxLength: 4 },
    ),
  })
  await fc.assert(
    fc.asyncProperty(product, async (facts) => {
      const whole: CatalogueProduct = { key: 'kurta', regularPrice: 10, ...facts }
      const { csv, lost } = write([whole])
      const [found] = await read(csv)
      const changed = Object.entries(whole).filter(([name, value]) => {
        const read: unknown = found?.[name as keyof CatalogueProduct]
        return JSON.stringify(read) !== JSON.stringify(value)
      })
      expect(changed.map(([name]) => name).filter((name) => !lost[0]?.some((one) => one === name))).toEqual(
        [],
      )
    }),
    { numRuns: 150 },
  )
})

describe('a merchant who edits the file', () => {
  const WORN: CatalogueProduct = {
    ...KURTA,
    attributes: [
      { key: 'Fabric', value: ['Cotton'] },
      { key: 'Length', value: ['112'], metricUnit: 'cm' },
      { key: 'Sizes', value: ['S', 'M'] },
    ],
  }
  const { csv } = write([WORN])

  test.each<[string, string, string, object]>([
    ['a fact', 'Cotton', 'Silk', { key: 'Fabric', value: ['Silk'] }],
    ['a measure', '112 cm', '115 cm; 118 cm', { key: 'Length', value: ['115', '118'], metricUnit: 'cm' }],
    ['a size', ',M,', ',XL,', { key: 'Sizes', value: ['S', 'XL'] }],
  ])('changes %s', async (_, before, after, attribute) => {
    const [product] = await read(csv.replace(before, after))
    expect(product?.attributes).toContainEqual(attribute)
    expect(product?.attributes).toHaveLength(3)
  })

  it('takes a fact away, and adds one', async () => {
    const [lean] = await read(csv.replace('Cotton', ''))
    expect(lean?.attributes.map(({ key }) => key)).toEqual(['Length', 'Sizes'])
    const [header = '', first = '', ...rest] = csv.split('\n')
    const wide = [`${header},Care (product.metafields.custom.care)`, `${first},Line dry`, `${rest[0]},`, '']
    const [rich] = await read(wide.join('\n'))
    expect(rich?.attributes.at(-1)).toEqual({ key: 'Care', value: ['Line dry'] })
  })

  it('changes the category and whom it is for', async () => {
    const [product] = await read(
      csv.replace('Ethnic Wear,"{', 'Party Wear,"{').replace(',female,', ',unisex,'),
    )
    expect(product).toMatchObject({ parentCategory: 'Party Wear', gender: 'Unisex' })
  })
})

it('guards each cell that a spreadsheet would run, and gives it back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '＝', 'a', '\t') }), (cell) => {
      const guarded = toCsvRow([cell])
      expect(guarded).not.toMatch(/^[=+\-@＝\t\r]/)
      expect(unguardCell(guarded)).toBe(cell)
    }),
  )
})
