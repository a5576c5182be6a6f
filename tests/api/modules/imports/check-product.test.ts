import { expect, it, test } from 'vitest'

import type { CatalogueProduct, CatalogueVariant } from '../../../../api/db/catalogue-product.ts'
import { problemsOf } from '../../../../api/modules/imports/check-product.ts'

const variant = (size: string, length: string, more: Partial<CatalogueVariant> = {}): CatalogueVariant => ({
  options: { Size: size, Length: length },
  regularPrice: 1499,
  images: [],
  ...more,
})

const KURTA: CatalogueProduct = {
  key: 'kurta',
  title: 'Blue Kurta',
  description: '',
  category: 'Kurtas',
  parentCategory: 'Kurtas',
  gender: 'Women',
  regularPrice: 1499,
  imgUrl: '',
  images: [],
  attributes: [],
  options: [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Length', values: ['44', '46'] },
  ],
  variants: [variant('S', '44'), variant('M', '46')],
}

test.each<[string, Partial<CatalogueProduct>]>([
  ['combinations that are missing', {}],
  [
    'a value without a variant',
    { options: [{ name: 'Size', values: ['S', 'M', 'L'] }, KURTA.options?.[1] ?? { name: '', values: [] }] },
  ],
  ['one variant without options', { options: [], variants: [{ options: {}, regularPrice: 1, images: [] }] }],
  ['a stock below 0', { variants: [variant('S', '44', { stock: -3, sellsBeyondStock: true })] }],
  ['a product price that its variants replace', { regularPrice: 0 }],
  ['2,000 variants', manyVariants(2000)],
])('takes %s', (_, product) => {
  expect(problemsOf({ ...KURTA, ...product })).toEqual([])
})

test.each<[string, Partial<CatalogueProduct>, string[]]>([
  [
    'a variant without a value of each option',
    { variants: [{ options: { Size: 'S' }, regularPrice: 1499, images: [] }] },
    ['the variant S /  must have one of the values of each option'],
  ],
  [
    'a value that the option does not have',
    { variants: [variant('S', '45')] },
    ['the variant S / 45 must have one of the values of each option'],
  ],
  [
    'an option that the product does not have',
    { variants: [variant('S', '44', { options: { Size: 'S', Length: '44', Colour: 'Red' } })] },
    ['the variant S / 44 must have one of the values of each option'],
  ],
  [
    'a combination twice',
    { variants: [variant('S', '44'), variant('S', '44', { regularPrice: 10 })] },
    ['the variant S / 44 appears twice'],
  ],
  [
    'two options of one name',
    {
      options: [
        { name: 'Size', values: ['S'] },
        { name: 'Size', values: ['S'] },
      ],
      variants: [{ options: { Size: 'S' }, regularPrice: 1, images: [] }],
    },
    ['two options have the same name', 'the variant S / S must have one of the values of each option'],
  ],
  [
    'a price of 0',
    { variants: [variant('S', '44', { regularPrice: 0 })] },
    ['the variant S / 44: the price must be more than 0'],
  ],
  [
    'a price above the largest',
    { variants: [variant('S', '44', { regularPrice: 10_000_001 })] },
    ['the variant S / 44: the price 10000001 is above 10000000'],
  ],
  [
    'a discounted price above the regular one',
    { variants: [variant('S', '44', { discountedPrice: 1500 })] },
    ['the variant S / 44: the discounted price 1500 is higher than the regular price 1499'],
  ],
  [
    'a discounted price of 0',
    { variants: [variant('S', '44', { discountedPrice: 0 })] },
    ['the variant S / 44: the discounted price must be more than 0'],
  ],
  [
    'a stock that is no whole number',
    { variants: [variant('S', '44', { stock: 1.5 }), variant('M', '46', { stock: 10_000_001 })] },
    [
      'the variant S / 44: the stock 1.5 must be a whole number up to 10000000',
      'the variant M / 46: the stock 10000001 must be a whole number up to 10000000',
    ],
  ],
  [
    'a picture of a variant without an address',
    { variants: [variant('S', '44', { images: [{ url: 'red.jpg' }] })] },
    ['the image address "red.jpg" must begin with https://, http:// or /'],
  ],
  ['more than 2,000 variants', manyVariants(2001), ['it has more than 2,000 variants']],
])('refuses %s', (_, product, problems) => {
  expect(problemsOf({ ...KURTA, ...product })).toEqual(problems)
})

it('refuses faulty options of a product with variants', () => {
  const options = [
    { name: '', values: ['S'] },
    { name: 'Length', values: [] },
    { name: 'Colour', values: ['Red', 'Red'] },
  ]
  expect(problemsOf({ ...KURTA, options })).toEqual(
    expect.arrayContaining([
      'an option has no name',
      'the option "Length" has no value',
      'the option "Colour" has a value twice',
    ]),
  )
})

function manyVariants(count: number): Pick<CatalogueProduct, 'options' | 'variants'> {
  const values = Array.from({ length: count }, (_, at) => String(at))
  return {
    options: [{ name: 'Size', values }],
    variants: values.map((value) => ({ options: { Size: value }, regularPrice: 1, images: [] })),
  }
}
