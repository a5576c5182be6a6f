import { expect, test } from 'vitest'

import { choiceText } from '../../../src/lib/domain/choice.ts'

test.each([
  [{ selectedColor: 'Indigo', selectedSize: 'M' }, 'Color: Indigo · Size: M'],
  [{ selectedSize: 'M' }, 'Size: M'],
  [{}, ''],
])('%o reads %s', (line, text) => {
  expect(choiceText(line)).toBe(text)
})
