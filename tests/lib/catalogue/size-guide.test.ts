import { describe, expect, test } from 'vitest'

import { inInches, measuresText, sizeGuideFor } from '../../../src/lib/catalogue/size-guide.ts'
import { readSizeGuides } from '@tanabana/contract/store-info.ts'

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

test('a guide for one gender is for its garments alone', () => {
  const guides = readSizeGuides([
    { ...tops, name: "Men's", gender: 'Men' },
    { ...tops, name: "Women's", gender: 'Women' },
  ])
  const nameFor = (gender?: 'Men' | 'Women' | 'Unisex') =>
    sizeGuideFor({ category: 'Shirts', parentCategory: '', sizes: ['M'], gender }, guides)?.name
  expect((['Men', 'Women', 'Unisex', undefined] as const).map(nameFor)).toEqual([
    "Men's",
    "Women's",
    undefined,
    undefined,
  ])
})

test('the measures of a size make a sentence', () => {
  const [guide] = readSizeGuides([
    { ...tops, columns: ['Size', 'Chest', 'Waist', 'Fit'], rows: [['M', 94, '76-80', 'Loose']] },
  ])
  if (!guide) throw new Error('The guide is invalid.')
  expect(measuresText(guide, 'm')).toBe('m = chest 94 cm, waist 76-80 cm, fit Loose')
  expect(measuresText(guide, 'm', { label: 'मध्यम', unit: 'सेमी' })).toBe(
    'मध्यम = chest 94 सेमी, waist 76-80 सेमी, fit Loose',
  )
  expect(measuresText(guide, 'L')).toBe('')
})

test.each([
  ['94', '37'],
  ['82.5', '32.5'],
  ['86-91', '34-36'],
  ['Free', 'Free'],
])('%s cm is %s inches', (measure, inches) => {
  expect(inInches(measure)).toBe(inches)
})
