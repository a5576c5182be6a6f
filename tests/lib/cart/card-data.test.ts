import { expect, test } from 'vitest'

import { cardData, shownCardData } from '../../../src/lib/cart/card-data.ts'
import type { Product } from '../../../src/lib/catalogue/product.ts'

const product: Product = {
  id: 'p1',
  name: 'Kurta',
  description: '',
  price: 900,
  originalPrice: 1000,
  image: 'https://x.example/a.webp',
  images: [],
  category: 'Kurtas',
  parentCategory: '',
  sizes: [],
  colors: [],
  soldOut: [],
  options: [],
  variants: [],
  isFeatured: false,
  attributes: [],
}

test.each([
  [[], [], undefined, undefined],
  [['M'], ['Red'], 'M', 'Red'],
  [['S', 'M'], ['Red'], undefined, 'Red'],
  [['M'], ['Red', 'Blue'], 'M', undefined],
])(
  'with sizes %j and colours %j a card chooses %s and %s',
  { tags: ['@req-4.2'] },
  (sizes, colors, selectedSize, selectedColor) => {
    expect(cardData({ ...product, sizes, colors })).toEqual({
      id: 'p1',
      name: 'Kurta',
      image: 'https://x.example/a.webp',
      price: 900,
      selectedSize,
      selectedColor,
    })
  },
)

test('the shown line has picture, prices and name of its colour, which is not chosen for the cart', () => {
  const variant = (color: string, price: number, image: string) => ({
    ...{ id: color, options: { Colour: color }, price, originalPrice: 1000, isAvailable: true },
    images: [image],
  })
  const colored = {
    ...product,
    images: ['red.webp', 'blue.webp'],
    colors: ['Red', 'Blue'],
    options: [{ name: 'Colour', values: ['Red', 'Blue'] }],
    variants: [variant('Red', 900, 'red.webp'), variant('Blue', 800, 'blue.webp')],
  }
  expect(shownCardData(colored, { Colour: 'Blue' })).toEqual({
    id: 'p1',
    name: 'Kurta',
    image: 'blue.webp',
    price: 800,
    originalPrice: 1000,
    shownColor: 'Blue',
  })
})
