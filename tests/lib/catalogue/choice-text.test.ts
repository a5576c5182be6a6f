import { afterEach, expect, test } from 'vitest'

import { choiceText } from '../../../src/lib/catalogue/product-text.ts'

test.each([
  [{ selectedColor: 'Indigo', selectedSize: 'M' }, 'Colour: Indigo · Size: M'],
  [{ selectedSize: 'M' }, 'Size: M'],
  [{}, ''],
])('%o reads %s', (line, text) => {
  expect(choiceText(line)).toBe(text)
})

test('One Size is translated, a size of the tenant is shown unchanged', () => {
  globalThis.pageWords = { 'Size: {size}': 'साइज़: {size}', 'One Size': 'एक ही साइज़', M: 'म' }
  expect(choiceText({ selectedSize: 'One Size' })).toBe('साइज़: एक ही साइज़')
  expect(choiceText({ selectedSize: 'M' })).toBe('साइज़: M')
})

afterEach(() => {
  globalThis.pageWords = undefined
})
