import { describe, expect, test } from 'vitest'

import {
  isOnSale,
  percentOff,
  shortId,
  sizeKind,
  specifications,
  toProduct,
} from '../../../src/lib/catalogue/product.ts'
import { sizeLabels } from '../../../src/lib/catalogue/messages.ts'
import { specificationText } from '../../../src/components/catalogue/specification-text.ts'
import { receivedProductSchema } from '@tanabana/contract/product.ts'

const API = 'https://api.shop.example/api/v1'

function product(fields: Record<string, unknown>) {
  return toProduct(receivedProductSchema.parse({ id: 'p1', title: 'Kurta', ...fields }), API)
}

function attribute(key: string, ...value: string[]) {
  return { key, value }
}

describe('derived display fields', () => {
  test.each([
    [{ regularPrice: 2000, discountedPrice: 1500 }, 1500, 2000],
    [{ regularPrice: 2000 }, 2000, undefined],
    [{ regularPrice: 2000, discountedPrice: null }, 2000, undefined],
    [{ discountedPrice: 0, regularPrice: 10 }, 0, 10],
    [{}, 0, undefined],
  ])('prices of %j', { tags: ['@req-3.2'] }, (prices, price, originalPrice) => {
    expect(product(prices)).toMatchObject({ price, originalPrice })
  })

  test(
    'the name is the title and the description defaults to empty',
    { tags: ['@req-3.1', '@req-3.2'] },
    () => {
      expect(product({})).toMatchObject({ name: 'Kurta', description: '', image: '', sizes: [], colors: [] })
    },
  )

  test('a description of more than 20,000 letters is cut there', () => {
    expect(product({ description: 'x'.repeat(20_000) }).description).toBe('x'.repeat(20_000))
    expect(product({ description: 'x'.repeat(20_001) }).description).toBe(`${'x'.repeat(20_000)}…`)
  })

  test('the image is imgUrl, else the first image', { tags: ['@req-3.2'] }, () => {
    expect(product({ imgUrl: 'https://cdn.example/a.webp' }).image).toBe('https://cdn.example/a.webp')
    expect(product({ images: [{ url: 'https://cdn.example/b.webp' }] }).image).toBe(
      'https://cdn.example/b.webp',
    )
  })

  test('a picture keeps the first text that the catalogue has for it', () => {
    expect(product({ images: [{ url: '/media/a.webp' }] }).alts).toBeUndefined()
    const images = [
      { url: '/media/a.webp', alt: ' Front in indigo ' },
      { url: '/media/b.webp', alt: '  ' },
      { url: '/media/a.webp', alt: 'Another text' },
    ]
    expect(product({ imgUrl: '/media/a.webp', images }).alts).toEqual({
      'https://api.shop.example/media/a.webp': 'Front in indigo',
    })
  })

  test("reads relative image addresses against the API's, and refuses other schemes", () => {
    expect(product({ imgUrl: '/media/a.webp' }).image).toBe('https://api.shop.example/media/a.webp')
    expect(product({ imgUrl: 'javascript:alert(1)' }).image).toBe('')
    expect(product({ imgUrl: 'data:text/html,x' }).image).toBe('')
  })

  test.each(['size', 'SIZES', 'Size'])('%s gives sizes', (key) => {
    expect(product({ attributes: [attribute(key, 'M', 'L')] }).sizes).toEqual(['M', 'L'])
  })

  test.each(['color', 'Colours', 'COLORS'])('%s gives colours', (key) => {
    expect(product({ attributes: [attribute(key, 'Red')] }).colors).toEqual(['Red'])
  })

  test.each([
    ['true', true],
    ['false', false],
  ])('featured %s', { tags: ['@req-3.2'] }, (value, isFeatured) => {
    expect(product({ attributes: [attribute('Featured', value)] }).isFeatured).toBe(isFeatured)
  })

  test('accepts numbers as ids and a single text as an attribute value', () => {
    const read = product({ id: 42, attributes: [{ key: 'size', value: 'M' }] })
    expect(read).toMatchObject({ id: '42', sizes: ['M'] })
  })

  test('leaves out an image and an attribute that cannot be read', () => {
    const read = product({
      images: [{ url: null }, { url: 'https://cdn.example/b.webp' }],
      attributes: [{ key: null }, attribute('size', 'M')],
    })
    expect(read).toMatchObject({ images: ['https://cdn.example/b.webp'], sizes: ['M'] })
  })
})

describe('sale', () => {
  test.each([
    [{ price: 1, originalPrice: 2 }, true],
    [{ price: 2, originalPrice: 2 }, false],
    [{ price: 3, originalPrice: 2 }, false],
    [{ price: 3 }, false],
  ])('%j', { tags: ['@req-2.7'] }, (prices, expected) => {
    expect(isOnSale(prices)).toBe(expected)
  })
})

describe('product detail', () => {
  test.each([
    ['footwear', '', ['7'], 'Shoe Size'],
    ['Shoes', '', ['7'], 'Shoe Size'],
    ['Men', 'A running shoe', ['7'], 'Shoe Size'],
    ['Men', '', ['One Size'], 'Size'],
    ['Men', '', ['M', 'One Size'], 'Clothing Size'],
    ['Men', '', ['M'], 'Clothing Size'],
  ])('category %s, description "%s", sizes %j: %s', (category, description, sizes, label) => {
    expect(sizeLabels[sizeKind({ category, description, sizes })]).toBe(label)
  })

  test("specifications hide keys that contain 'phone' and show at most 10", () => {
    const { attributes } = product({
      attributes: [
        attribute('Consumer Phone', '1'),
        ...Array.from({ length: 12 }, (_, index) => attribute(`Key ${index}`, 'value')),
      ],
    })
    const shown = specifications(attributes)
    expect(shown).toHaveLength(10)
    expect(shown[0]).toEqual({ key: 'Key 0', values: ['value'] })
  })

  test('a value carries its unit', () => {
    const { attributes } = product({ attributes: [{ key: 'Length', value: ['118'], metricUnit: 'cm' }] })
    expect(specifications(attributes).map(specificationText)).toEqual(['118 cm'])
  })

  test('a flag shows Yes or No, under a key with a capital letter', () => {
    const { attributes } = product({
      attributes: [attribute('featured', 'true'), attribute('lined', 'false')],
    })
    expect(specifications(attributes).map((row) => [row.key, specificationText(row)])).toEqual([
      ['Featured', 'Yes'],
      ['Lined', 'No'],
    ])
  })

  test('the short id is the first 8 characters', () => {
    expect(shortId('0123456789')).toBe('01234567')
  })
})

test.each([
  [{ price: 1500, originalPrice: 2000 }, 25],
  [{ price: 0.9, originalPrice: 1 }, 10],
  [{ price: 1990, originalPrice: 2490 }, 20],
  [{ price: 334, originalPrice: 1000 }, 66],
  [{ price: 999, originalPrice: 1000 }, 0],
  [{ price: 2000, originalPrice: 2000 }, 0],
  [{ price: 2000 }, 0],
])('%j is %i percent off', (prices, percent) => {
  expect(percentOff(prices)).toBe(percent)
})
