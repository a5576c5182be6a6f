import fc from 'fast-check'
import { expect, test } from 'vitest'

import { withVariantFields } from '../../../../api/modules/catalogue/variants.ts'
import type { CatalogueProduct, CatalogueVariant } from '../../../../api/db/catalogue-product.ts'
import type { StoredProduct } from '../../../../api/modules/catalogue/stored-products.ts'
import { openFeed } from '../../../../api/modules/exports/open-feed.ts'
import { cleanDescription } from '../../../../api/modules/imports/html.ts'
import { cleanText } from '../../../../api/tables/clean-text.ts'
import { demoShops } from '../../../../demo/shops.ts'
import { catalogueFile, productsOf, readFile } from './catalogue-file.ts'

const API = 'https://api.shop.example'
const SHOP = { storeName: 'Shop', description: '', shop: 'https://shop.example', api: API }

async function roundTrip(catalogue: readonly StoredProduct[]) {
  const feed = openFeed('json', SHOP, [])
  const lines = [
    ...feed.head,
    ...catalogue.flatMap((product, at) => feed.entry(product, at === 0).lines),
    ...feed.tail,
  ]
  const events = await readFile(catalogueFile(`${lines.join('\n')}\n`, 'feed'), { ownOrigin: API })
  return {
    // The barcodes and sizes are any texts, of which an import warns.
    others: events.filter(({ kind }) => kind !== 'product' && kind !== 'warning'),
    products: productsOf(events),
  }
}

const word = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 10 }),
    fc.constantFrom(
      'White/Yellow',
      's',
      'XL',
      '=1+1',
      "'=x",
      'a; b',
      'a:b,c\\',
      '<b>',
      '&amp;',
      'नीला',
      '0',
      'constructor',
    ),
  )
  .map((one) => cleanText(one.replace(/[\p{Cc}\p{Cn}\p{Cs}]/gu, '')))
const filled = word.map((one) => one || 'x')
const picture = fc.record(
  {
    url: fc.constantFrom(
      '/media/a.webp',
      '/media/b.webp',
      'https://cdn.example/a,b.jpg',
      'https://cdn.example/c.jpg',
    ),
    alt: filled,
  },
  { requiredKeys: ['url'] },
)
const pictures = fc.uniqueArray(picture, { maxLength: 3, selector: ({ url }) => url })
const paise = fc.integer({ min: 1, max: 5_000_000 })
const optionNames = fc.uniqueArray(
  fc.constantFrom('Size', 'Colour', 'Color', 'Length', 'Fabric', 'Sizes', 'कपड़ा', 'Blouse piece'),
  { maxLength: 3, selector: (name) => (/^colou?r$/i.test(name) ? 'c' : /^sizes?$/i.test(name) ? 's' : name) },
)

const variantsOf = optionNames.chain((names) =>
  fc.tuple(...names.map(() => fc.uniqueArray(filled, { minLength: 1, maxLength: 4 }))).chain((values) => {
    const combinations = values.reduce<string[][]>(
      (all, some) => all.flatMap((before) => some.map((value) => [...before, value])),
      [[]],
    )
    const chosen = fc.shuffledSubarray(combinations, {
      minLength: 1,
      maxLength: Math.min(12, combinations.length),
    })
    return chosen.chain((combos) =>
      fc
        .tuple(
          ...combos.map((combo) =>
            fc
              .record(
                {
                  price: paise,
                  discount: paise,
                  sku: filled,
                  barcode: filled,
                  stock: fc.integer({ min: -3, max: 50 }),
                  images: pictures,
                  beyond: fc.boolean(),
                },
                { requiredKeys: ['price', 'images', 'beyond'] },
              )
              .map(({ price, discount, sku, barcode, stock, images, beyond }): CatalogueVariant => {
                const isLower = discount !== undefined && discount < price
                return {
                  options: Object.fromEntries(names.map((name, at) => [name, combo[at] ?? ''])),
                  regularPrice: price / 100,
                  ...(isLower ? { discountedPrice: discount / 100 } : {}),
                  ...(sku === undefined ? {} : { sku }),
                  ...(barcode === undefined ? {} : { barcode }),
                  ...(stock === undefined ? {} : { stock }),
                  ...(beyond ? { sellsBeyondStock: true } : {}),
                  images,
                }
              }),
          ),
        )
        .map((variants) => ({
          options: names.map((name, at) => ({ name, values: values[at] ?? [] })),
          variants,
        })),
    )
  }),
)

const product = fc
  .record({
    title: filled,
    description: fc.oneof(word, fc.constantFrom('<p>Soft &amp; light</p>', 'Wash &lt; 30', 'Dry & fold')),
    category: filled,
    parentCategory: filled,
    gender: fc.constantFrom('Men' as const, 'Women' as const, 'Unisex' as const, null),
    imgUrl: fc.constantFrom('', '/media/a.webp', 'https://cdn.example/c.jpg'),
    images: pictures,
    attributes: fc.array(fc.record({ key: filled, value: fc.array(filled, { maxLength: 3 }) }), {
      maxLength: 3,
    }),
    tags: fc.uniqueArray(filled, { maxLength: 3 }),
    seoTitle: word,
    seoDescription: word,
    choices: fc.option(variantsOf, { nil: undefined }),
    price: paise,
  })
  .map(({ choices, tags, seoTitle, seoDescription, price, description, ...rest }): CatalogueProduct => ({
    key: 'kurta',
    ...rest,
    // A JSON list without a main picture takes the first one.
    imgUrl: rest.imgUrl || (rest.images[0]?.url ?? ''),
    description: cleanDescription(description) ?? '',
    regularPrice: price / 100,
    ...(choices ?? {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(seoTitle ? { seoTitle } : {}),
    ...(seoDescription ? { seoDescription } : {}),
  }))
  .map((whole): StoredProduct => stored(whole))

/** The product as the shop keeps it. */
function stored(product: CatalogueProduct): StoredProduct {
  const { discountedPrice, ...rest } = withVariantFields(product)
  return { id: product.key, ...rest, ...(discountedPrice === undefined ? {} : { discountedPrice }) }
}

function withoutId(product: StoredProduct): object {
  return Object.fromEntries(Object.entries(product).filter(([name]) => name !== 'id'))
}

test('a JSON export keeps any product and its variants', async () => {
  await fc.assert(
    fc.asyncProperty(product, async (whole) => {
      expect(await roundTrip([whole])).toEqual({ others: [], products: [withoutId(whole)] })
    }),
    { numRuns: 150 },
  )
})

test.each(demoShops)('a JSON export keeps the demo shop $id', async ({ products }) => {
  const catalogue = products.map(stored)
  expect(await roundTrip(catalogue)).toEqual({ others: [], products: catalogue.map(withoutId) })
})
