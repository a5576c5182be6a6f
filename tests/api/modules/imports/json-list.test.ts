import { expect, it, test } from 'vitest'

import { badOf, productsOf, readEvents } from './catalogue-file.ts'

const KURTA = { key: 'kurta', title: 'Blue Kurta', category: 'Kurtas', regularPrice: 1499 }
const SIZED = {
  ...KURTA,
  regularPrice: undefined,
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: [{ options: { Size: 'M' }, regularPrice: 1499, stock: 2 }],
}

async function badIn(...items: unknown[]): Promise<string[]> {
  return badOf(await readEvents(JSON.stringify(items)))
}

it('takes variants in place of a price, and the price of the cheapest', async () => {
  const cheap = { options: { Size: 'S' }, regularPrice: 1300, discountedPrice: 999, sku: ' K-S ' }
  const events = await readEvents(JSON.stringify([{ ...SIZED, variants: [...SIZED.variants, cheap] }]))
  expect(badOf(events)).toEqual([])
  expect(productsOf(events)[0]).toMatchObject({
    regularPrice: 1300,
    discountedPrice: 999,
    attributes: [{ key: 'Size', value: ['S', 'M'] }],
    variants: [
      { options: { Size: 'M' }, regularPrice: 1499, stock: 2 },
      { options: { Size: 'S' }, regularPrice: 1300, discountedPrice: 999, sku: 'K-S' },
    ],
  })
})

it('drops discounts that are none', async () => {
  const variants = [{ options: { Size: 'M' }, regularPrice: 1499, discountedPrice: 1499 }]
  const [product] = productsOf(await readEvents(JSON.stringify([{ ...SIZED, variants }])))
  expect(product?.variants?.[0]?.discountedPrice).toBeUndefined()
  expect(product?.discountedPrice).toBeUndefined()
})

test.each<[string, object, string]>([
  [
    'no title',
    { title: undefined },
    'row 1: "kurta": title: Invalid input: expected string, received undefined',
  ],
  [
    'an empty category',
    { category: ' ' },
    'row 1: "kurta" (Blue Kurta): category: Too small: expected string to have >=1 characters',
  ],
  [
    'a price in words',
    { regularPrice: '1499' },
    'row 1: "kurta" (Blue Kurta): regularPrice: Invalid input: expected number, received string',
  ],
  [
    'no price and no variants',
    { regularPrice: undefined },
    'row 1: "kurta" (Blue Kurta): regularPrice: the product needs a price or variants',
  ],
  [
    'options without variants',
    { options: SIZED.options },
    'row 1: "kurta" (Blue Kurta): variants: a product with options needs variants',
  ],
  ['a field that is misspelt', { titel: 'Kurta' }, 'row 1: "kurta" (Blue Kurta): Unrecognized key: "titel"'],
  [
    'a gender of its own',
    { gender: 'Girls' },
    'row 1: "kurta" (Blue Kurta): gender: Invalid option: expected one of "Men"|"Women"|"Unisex"',
  ],
  [
    'a variant without a price',
    { ...SIZED, variants: [{ options: { Size: 'M' } }] },
    'row 1: "kurta" (Blue Kurta): variants.0.regularPrice: Invalid input: expected number, received undefined',
  ],
  [
    'half a piece',
    { ...SIZED, variants: [{ options: { Size: 'M' }, regularPrice: 1, stock: 0.5 }] },
    'row 1: "kurta" (Blue Kurta): variants.0.stock: Invalid input: expected int, received number',
  ],
  [
    'a value that the options lack',
    { ...SIZED, variants: [{ options: { Size: 'L' }, regularPrice: 1 }] },
    'row 1: "kurta" (Blue Kurta): the variant L must have one of the values of each option',
  ],
  [
    'a date without a time zone',
    { createdAt: '2026-01-01T00:00:00' },
    'row 1: "kurta" (Blue Kurta): createdAt: Invalid ISO datetime',
  ],
])('refuses %s', async (_, fields, problem) => {
  expect(await badIn({ ...KURTA, ...fields })).toEqual([problem])
})

it('names the item of a list, and refuses one key twice', async () => {
  expect(await badIn(KURTA, 'saree', { ...KURTA, title: 'Again' })).toEqual([
    'row 2: Invalid input: expected object, received string',
    'row 3: "kurta" (Again): the key "kurta" was already used at item 1',
  ])
})

test.each([
  ['a list that was cut off', '[{"key": "kurta"', 'The file is not valid JSON, perhaps it was cut off'],
  ['one product', JSON.stringify(KURTA), 'The JSON file must contain a list of products'],
])('refuses %s as a whole', async (_, content, message) => {
  await expect(readEvents(content)).rejects.toThrow(message)
})
