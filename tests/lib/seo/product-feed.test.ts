import { expect, test } from 'vitest'

import { toProduct } from '../../../src/lib/catalogue/product.ts'
import { receivedProductSchema } from '@tanabana/contract/product.ts'
import { feedItems, googleFeed, metaFeed } from '../../../src/lib/seo/product-feed.ts'

const SHOP = {
  origin: 'https://shop.example',
  store: undefined,
  pictureUrl: (src: string) => src,
  plainText: () => undefined,
}

function itemOf(fields: object) {
  const received = receivedProductSchema.parse({
    id: 'p',
    title: 'Kurta',
    imgUrl: 'https://shop.example/p.webp',
    regularPrice: 900,
    ...fields,
  })
  const [item] = feedItems(toProduct(received, SHOP.origin), SHOP)
  if (!item) throw new Error('The product has no item.')
  return item
}

test.each([
  ['Men', 'male'],
  ['Women', 'female'],
  ['Unisex', 'unisex'],
  ['Girls', ''],
  [undefined, ''],
])('the gender %s is %j', (gender, expected) => {
  expect(itemOf({ gender }).gender).toBe(expected)
})

test.each([
  ['Kurtas', 'Ethnic Wear', 'adult'],
  ['Kids', 'Kurtas', 'kids'],
  ['Girls’ Dresses', '', 'kids'],
  ['Childrenswear', '', 'kids'],
  ['Boyfriend Jeans', 'Babydoll Tops', 'adult'],
  ['Baby Doll Tops', '', 'adult'],
  ['Clothing', 'Baby Rompers', 'infant'],
  ['Toddlers', 'Shirts', 'toddler'],
  ['Newborn Sets', 'Kids', 'newborn'],
])('%s > %s are for the age group %s', { tags: ['@req-11.9'] }, (category, parentCategory, expected) => {
  expect(itemOf({ category, parentCategory }).age_group).toBe(expected)
})

test.each([
  ['UK 8', 'UK'],
  ['eu-42', 'EU'],
  ['US9', 'US'],
  ['M', ''],
  ['42', ''],
  ['IND 8', ''],
  ['Fresh', ''],
])('the size %s names the system %j', (size, expected) => {
  expect(itemOf({ attributes: [{ key: 'Size', value: [size] }] }).size_system).toBe(expected)
})

test('both formats carry the fields, and leave out unknown ones', () => {
  const shoe = itemOf({ gender: 'Men', attributes: [{ key: 'Size', value: ['UK 8'] }] })
  for (const element of ['gender>male<', 'age_group>adult<', 'size>UK 8<', 'size_system>UK<'])
    expect(googleFeed.item(shoe)).toContain(`<g:${element}`)
  expect(metaFeed.item(shoe)).toContain('"male","adult","UK 8","UK",""')
  expect(googleFeed.item(itemOf({}))).not.toMatch(/g:gender|g:size/)
})

test.each([
  ['4006381333931', '4006381333931'],
  ['4006381333932', ''],
  ['4.00638E+12', ''],
])('of the barcode %s the feed has the GTIN %j', (barcode, expected) => {
  const variants = [{ id: 'v', options: {}, regularPrice: 900, available: true, barcode }]
  const received = receivedProductSchema.parse({
    ...{ id: 'p', title: 'Kurta', imgUrl: 'https://shop.example/p.webp', regularPrice: 900, variants },
  })
  expect(feedItems(toProduct(received, SHOP.origin, true), SHOP)).toMatchObject([{ gtin: expected }])
})
