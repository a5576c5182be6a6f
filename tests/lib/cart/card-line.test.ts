import { expect, test } from 'vitest'

import { cardLine } from '../../../src/lib/cart/cart.ts'
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
])('with sizes %j and colours %j a card chooses %s and %s', (sizes, colors, selectedSize, selectedColor) => {
  expect(cardLine({ ...product, sizes, colors })).toEqual({
    id: 'p1',
    name: 'Kurta',
    image: 'https://x.example/a.webp',
    price: 900,
    selectedSize,
    selectedColor,
  })
})
