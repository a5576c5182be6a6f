import { expect, test } from 'vitest'

import { hasIssues, lineIssues } from '../../../src/lib/cart/line-issues.ts'

const sizes = ['S', 'M', 'L']
const colors = ['Indigo', 'Madder']

test.each([
  [{}, { sizes, colors }, { size: 'missing', color: 'missing' }],
  [{ selectedSize: 'M' }, { sizes, colors }, { color: 'missing' }],
  [{ selectedSize: 'M', selectedColor: 'Indigo' }, { sizes, colors }, {}],
  [{ selectedSize: 'M' }, { sizes, soldOut: ['M'] }, { size: 'sold-out' }],
  [{ selectedSize: 'L' }, { sizes, soldOut: ['M'] }, {}],
  [{ selectedSize: 'XXL' }, { sizes }, { size: 'unavailable' }],
  [{ selectedSize: 'M', selectedColor: 'Pink' }, { sizes, colors }, { color: 'unavailable' }],
  [{ selectedSize: 'M' }, { sizes, soldOut: sizes }, { removal: 'sold-out' }],
  [{}, { sizes: ['One Size'], colors: ['Indigo'] }, {}],
  [{}, {}, {}],
  [{ selectedSize: 'M' }, {}, { removal: 'gone' }],
  [{ selectedColor: 'Pink' }, { sizes: [] }, { removal: 'gone' }],
])('a line of %j in a product of %j has the issues %j', (line, product, issues) => {
  const found = lineIssues(line, { price: 1, sizes: [], colors: [], soldOut: [], options: [], variants: [], ...product })
  expect(found).toEqual(issues)
  expect(hasIssues(found)).toBe(Object.keys(issues).length > 0)
})

test('a product that is gone must be removed, one that is not known raises nothing', () => {
  expect(lineIssues({}, 'gone')).toEqual({ removal: 'gone' })
  expect(lineIssues({}, undefined)).toEqual({})
})
