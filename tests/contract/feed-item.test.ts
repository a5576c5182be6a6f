import { expect, test } from 'vitest'

import { toFeedItems, type FeedProduct, type FeedVariant } from '@tanabana/contract/feed-item.ts'

const VARIANT: FeedVariant = {
  id: 'v1',
  options: {},
  link: 'https://shop.example/product/p?variant=v1',
  pictures: ['https://shop.example/1.webp'],
  price: 900,
  isSoldOut: false,
}

function itemsOf(product: Partial<FeedProduct>) {
  return toFeedItems(
    {
      ...{ id: 'p', title: 'Kurta', description: 'Soft', category: 'Kurtas', parentCategory: 'Ethnic' },
      attributes: [],
      variants: [VARIANT],
      ...product,
    },
    'Silk House',
  )
}

const itemOf = (variant: Partial<FeedVariant>) => itemsOf({ variants: [{ ...VARIANT, ...variant }] })[0]

test.each([
  [[{ key: 'BRAND', value: ['Anokhi'] }], 'Anokhi'],
  [[{ key: 'Brand', value: [' '] }], 'Silk House'],
  [[], 'Silk House'],
])('the brand of %j is %s', (attributes, brand) => {
  expect(itemsOf({ attributes })).toMatchObject([{ brand }])
})

test('a picture and ten more are in the item', () => {
  const pictures = Array.from({ length: 14 }, (_, at) => `https://shop.example/${at}.webp`)
  expect(itemOf({ pictures })).toMatchObject({
    image_link: pictures[0],
    additional_image_link: pictures.slice(1, 11),
  })
})

test('a variant without picture or price has no item, and the others keep their group', () => {
  const variants = [VARIANT, { ...VARIANT, id: 'v2', pictures: [] }, { ...VARIANT, id: 'v3', price: 0 }]
  expect(itemsOf({ variants })).toMatchObject([{ id: 'v1', item_group_id: 'p' }])
})

test('no item has a number of pieces, an mpn or identifier_exists: the shop has no such facts', () => {
  const item = itemOf({ barcode: '4006381333931' })
  expect(item).toMatchObject({ gtin: '4006381333931', availability: 'in_stock' })
  expect(item).not.toHaveProperty('quantity')
  expect(item).not.toHaveProperty('mpn')
  expect(item).not.toHaveProperty('identifier_exists')
})

test('size and colour have fields, other options and facts are details, and flags are left out', () => {
  const [item] = itemsOf({
    attributes: [
      { key: 'Sizes', value: ['S', 'M'] },
      { key: 'Cut', value: ['Long', 'Short'] },
      { key: 'Fabric', value: ['Cotton', 'Silk'] },
      { key: 'Length', value: ['112'], metricUnit: 'cm' },
      { key: 'Brand', value: ['Anokhi'] },
      { key: 'featured', value: ['true'] },
      { key: 'Sold out', value: ['M'] },
    ],
    variants: [{ ...VARIANT, options: { Size: 'UK 8', Colour: 'Red', Cut: 'Long' } }],
  })
  expect(item).toMatchObject({ size: 'UK 8', size_system: 'UK', color: 'Red' })
  expect(item?.product_detail.map((detail) => Object.values(detail).join(' / '))).toEqual([
    'Options / Cut / Long',
    'Details / Fabric / Cotton',
    'Details / Fabric / Silk',
    'Details / Length / 112 cm',
  ])
})

test.each([
  ['Kurtas', 'Ethnic', 'Kurtas > Ethnic'],
  ['Kurtas', 'Kurtas', 'Kurtas'],
  ['', 'Ethnic', 'Ethnic'],
])('the product type of %s and %s is %s', (category, parentCategory, type) => {
  expect(itemsOf({ category, parentCategory })).toMatchObject([{ product_type: type }])
})

test('a long title is cut at 150 characters, and an empty description is the title', () => {
  const [item] = itemsOf({ title: 'x'.repeat(200), description: '' })
  expect(item?.title).toHaveLength(150)
  expect(item?.description).toHaveLength(200)
})

test.each([
  [900, undefined, '900.00 INR', ''],
  [900, 900, '900.00 INR', ''],
  [899.5, 1200, '1200.00 INR', '899.50 INR'],
])('a price of %s, before of %s, is %s with the sale price %j', (price, originalPrice, regular, sale) => {
  expect(itemOf({ price, originalPrice })).toMatchObject({ price: regular, sale_price: sale })
})
