import { expect, test } from 'vitest'

import { pictureSources } from '../../../demo/picture-sources.ts'
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

test('every colour of the demo shops has a swatch', () => {
  const colors = pictureSources.flatMap(({ garments }) => garments.flatMap((garment) => garment.colors))
  expect(colors.filter((name) => swatchColor(name) === undefined)).toEqual([])
})
