import { expect, test } from 'vitest'

import { swatchColor } from '../../../src/lib/catalogue/swatch.ts'

test.each([
  ['Navy', '#1d2b52'],
  [' bottle GREEN ', '#12492f'],
  ['Off-White', '#faf6ec'],
  ['Red/Blue', undefined],
  ['constructor', undefined],
])('the colour of %s is %s', (name, color) => {
  expect(swatchColor(name)).toBe(color)
})
