import { afterEach, expect, test } from 'vitest'

import { choiceText } from '../../../src/lib/catalogue/product-text.ts'

test.each([
  [{ selectedColor: 'Indigo', selectedSize: 'M' }, 'Colour: Indigo · Size: M'],
  [{ selectedSize: 'M' }, 'Size: M'],
  [{}, ''],
])('%o reads %s', (line, text) => {
  expect(choiceText(line)).toBe(text)
})

test('sizes, colours and options are in Hindi where the shop translates them, and stay as they are elsewhere', () => {
  globalThis.pageWords = {
    'Colour: {color}': 'रंग: {color}',
    'Size: {size}': 'साइज़: {size}',
    'One Size': 'एक ही साइज़',
    Madder: 'मजीठ',
    Length: 'लंबाई',
    Long: 'पूरी',
  }
  expect(choiceText({ selectedSize: 'One Size' })).toBe('साइज़: एक ही साइज़')
  expect(
    choiceText({
      selectedColor: 'Madder',
      selectedSize: 'M',
      otherOptions: 'Fit: Loose: a bit · Length: Long',
    }),
  ).toBe('रंग: मजीठ · साइज़: M · Fit: Loose: a bit · लंबाई: पूरी')
})

afterEach(() => {
  globalThis.pageWords = undefined
})
