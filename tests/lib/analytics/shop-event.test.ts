import { expect, test } from 'vitest'

import { addedLines, shopEvent } from '../../../src/lib/analytics/shop-event.ts'

const kurta = { id: 'k', name: 'Kurta', image: '/k.webp', price: 1499.95, quantity: 2, selectedSize: 'M' }
const saree = { id: 's', name: 'Saree', image: '', price: 0.1, quantity: 1 }

test('an event has the prices of the cart, and a sum without a rest', () => {
  expect(shopEvent([kurta, { ...saree, quantity: 3 }])).toEqual({
    currency: 'INR',
    value: 3000.2,
    items: [
      { item_id: 'k', item_name: 'Kurta', item_variant: 'M', price: 1499.95, quantity: 2 },
      { item_id: 's', item_name: 'Saree', price: 0.1, quantity: 3 },
    ],
  })
})

test('added lines are new lines or the increase of a quantity', () => {
  expect(addedLines([kurta], [{ ...kurta, quantity: 5 }, saree])).toEqual([{ ...kurta, quantity: 3 }, saree])
  expect(addedLines([kurta, saree], [{ ...kurta, quantity: 1 }])).toEqual([])
  expect(addedLines(undefined, [saree])).toEqual([saree])
})

test('another size for a line of the cart is no addition', () => {
  const large = { ...kurta, selectedSize: 'L' }
  expect(addedLines([kurta], [large])).toEqual([])
  expect(addedLines([kurta], [{ ...large, quantity: 3 }])).toEqual([{ ...large, quantity: 1 }])
})
