import { describe, expect, test } from 'vitest'

import { inInches, sizeGuideFor } from '../../../src/lib/catalogue/size-guide.ts'
import { readSizeGuides } from '../../../src/lib/contract/store-info.ts'

const tops = { name: 'Tops', categories: ['Shirts'], columns: ['Size', 'Chest'], rows: [['M', 94]] }
const silk = { ...tops, name: 'Silk', categories: ['silk kurtas'] }

test('invalid guides are omitted, and numbers become texts', () => {
  const ragged = { ...tops, rows: [['M', 94, 96]] }
  expect(readSizeGuides([ragged, { ...tops, columns: ['Size'] }, 'any', tops])).toEqual([
    { ...tops, rows: [['M', '94']] },
  ])
  for (const received of [undefined, null, 'any', {}]) expect(readSizeGuides(received)).toEqual([])
})

describe('a product has the guide', () => {
  const guides = readSizeGuides([tops, silk])
  test.each([
    ['of its category, in any case', { category: 'shirts', parentCategory: '', sizes: ['m'] }, 'Tops'],
    [
      'of its parent category first',
      { category: 'Shirts', parentCategory: 'Silk Kurtas', sizes: ['M'] },
      'Silk',
    ],
    ['of no other category', { category: 'Sarees', parentCategory: '', sizes: ['M'] }, undefined],
    ['only when it knows a size', { category: 'Shirts', parentCategory: '', sizes: ['38'] }, undefined],
  ])('%s', (_, product, name) => {
    expect(sizeGuideFor(product, guides)?.name).toBe(name)
  })
})

test.each([
  ['94', '37'],
  ['82.5', '32.5'],
  ['86-91', '34-36'],
  ['Free', 'Free'],
])('%s cm is %s inches', (measure, inches) => {
  expect(inInches(measure)).toBe(inches)
})
