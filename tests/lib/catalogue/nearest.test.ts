import { expect, test } from 'vitest'

import {
  choiceState,
  formOptions,
  nearestAvailable,
  valueState,
} from '../../../src/lib/catalogue/variants.ts'

const options = [
  { name: 'Size', values: ['S', 'M', 'L', 'XL'] },
  { name: 'Colour', values: ['Indigo', 'Madder'] },
]
const variant = (Size: string, Colour: string, isAvailable = true) => ({
  options: { Size, Colour },
  isAvailable,
  price: 100,
})
const variants = [
  variant('S', 'Indigo'),
  variant('L', 'Indigo'),
  variant('XL', 'Indigo', false),
  variant('XL', 'Madder'),
  variant('M', 'Madder'),
]

test('the colour is asked for first', { tags: ['@req-11.15'] }, () => {
  expect(formOptions(options).map(({ name }) => name)).toEqual(['Colour', 'Size'])
})

test('a size that one colour lacks does not mark the colour', { tags: ['@req-11.15'] }, () => {
  expect(valueState(variants, { Size: 'XL', Colour: 'Madder' }, 'Colour', 'Indigo')).toBe('available')
  expect(valueState(variants, { Colour: 'Indigo' }, 'Size', 'XL')).toBe('sold-out')
  expect(valueState(variants, { Colour: 'Indigo' }, 'Size', 'M')).toBe('missing')
})

test(
  'a choice that is sold out offers the nearest sizes, then other colours',
  { tags: ['@req-11.15'] },
  () => {
    const nearest = nearestAvailable({ options, variants }, { Size: 'XL', Colour: 'Indigo' })
    expect(nearest.map((one) => Object.values(one.options).join(' '))).toEqual([
      'L Indigo',
      'S Indigo',
      'XL Madder',
    ])
  },
)

test.each([
  [{ Size: 'L', Colour: 'Indigo' }, 'available'],
  [{ Size: 'XL', Colour: 'Indigo' }, 'sold-out'],
  [{ Size: 'L', Colour: 'Madder' }, 'missing'],
  [{ Colour: 'Indigo' }, 'available'],
])('a product with the choices %o is %s', { tags: ['@req-11.15'] }, (choices, state) => {
  const product = {
    options,
    variants: variants.map((one, id) => ({ ...one, id: String(id), images: [] })),
    sizes: [],
    soldOut: [],
  }
  expect(choiceState(product, choices)).toBe(state)
})
