import { describe, expect, test } from 'vitest'

import { hasIssues, lineIssues, quantityLimit } from '../../../src/lib/cart/line-issues.ts'

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
])('a line of %j in a product of %j has the issues %j', { tags: ['@req-11.1'] }, (line, product, issues) => {
  const found = lineIssues(line, {
    price: 1,
    sizes: [],
    colors: [],
    soldOut: [],
    options: [],
    variants: [],
    ...product,
  })
  expect(found).toEqual(issues)
  expect(hasIssues(found)).toBe(Object.keys(issues).length > 0)
})

test('a product that is gone must be removed, one that is not known raises nothing', () => {
  expect(lineIssues({}, 'gone')).toEqual({ removal: 'gone' })
  expect(lineIssues({}, undefined)).toEqual({})
})

const variant = (
  id: string,
  options: Record<string, string>,
  rest: { stock?: number; isAvailable?: boolean } = {},
) => ({
  ...{ id, options, price: 1, isAvailable: true, images: [] },
  ...rest,
})
const oneSize = {
  options: [
    { name: 'Size', values: ['M'] },
    { name: 'Colour', values: ['Rose'] },
  ],
  variants: [variant('m', { Size: 'M', Colour: 'Rose' }, { stock: 3 })],
}
const oneLength = {
  options: [
    { name: 'Size', values: ['M', 'L'] },
    { name: 'Length', values: ['44'] },
  ],
  variants: [variant('m', { Size: 'M', Length: '44' }), variant('l', { Size: 'L', Length: '44' })],
}
const noColor = { options: [{ name: 'Size', values: ['M', 'L'] }], variants: [variant('m', { Size: 'M' })] }
const plain = { options: [], variants: [variant('only', {}, { stock: 1 })] }

describe('a product with variants', () => {
  test.each([
    [{ selectedSize: 'M', selectedColor: 'Rose', variantId: 'm' }, oneSize, {}],
    [{ selectedSize: 'S', selectedColor: 'Rose', variantId: 's' }, oneSize, { size: 'unavailable' }],
    [{ selectedSize: 'M', selectedColor: 'Teal', variantId: 't' }, oneSize, { color: 'unavailable' }],
    [{ selectedColor: 'Rose' }, oneSize, {}],
    [{ selectedSize: 'M', selectedColor: 'Rose', quantity: 4 }, oneSize, { stock: 'few' }],
    [{ selectedSize: 'M', otherOptions: 'Length: 44', variantId: 'm' }, oneLength, {}],
    [{ selectedSize: 'M', otherOptions: 'Length: 42', variantId: 'o' }, oneLength, { option: 'unavailable' }],
    [{ selectedSize: 'M', selectedColor: 'Rose', variantId: 'r' }, noColor, { size: 'unavailable' }],
    [{ selectedSize: 'L' }, noColor, { size: 'unavailable' }],
    [{ selectedSize: 'M', otherOptions: 'Fit: Slim' }, noColor, { size: 'unavailable' }],
    [{ variantId: 'only' }, plain, {}],
    [{ variantId: 'only', quantity: 2 }, plain, { stock: 'few' }],
    [{ selectedSize: 'M', variantId: 'm' }, plain, { removal: 'gone' }],
  ])('a line of %j in %j has the issues %j', { tags: ['@req-11.15'] }, (line, product, issues) => {
    const found = lineIssues(line, { price: 1, sizes: [], colors: [], soldOut: [], ...product })
    expect(found).toEqual(issues)
  })

  test.each([
    [{ selectedSize: 'M', selectedColor: 'Rose' }, oneSize, 3],
    [{ selectedSize: 'S', selectedColor: 'Rose' }, oneSize, 99],
    [{ selectedSize: 'M', otherOptions: 'Length: 44' }, oneLength, 99],
    [{}, plain, 1],
  ])('of a line of %j in %j at most %i pieces can be ordered', (line, product, limit) => {
    expect(quantityLimit(line, { price: 1, sizes: [], colors: [], soldOut: [], ...product })).toBe(limit)
  })
})

test('of a product that is gone or not known, no stock limits the quantity', () => {
  expect([quantityLimit({}, 'gone'), quantityLimit({}, undefined)]).toEqual([99, 99])
})
