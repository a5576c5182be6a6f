import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openStore, product, type Store } from '../../../kit/api/store.ts'

let store: Store

/** A product in colours; those in capital letters are sold out. */
function colored(title: string, colors: string[], price = 1000) {
  return product(title, {
    ...(title.endsWith('Shirt') ? { category: 'Shirts', parentCategory: 'Casual Shirts' } : {}),
    title,
    description: '',
    attributes: [{ key: 'Color', value: colors }],
    options: [{ name: 'Colour', values: colors }],
    variants: colors.map((color) => ({
      options: { Colour: color },
      regularPrice: price,
      images: [],
      ...(color === color.toUpperCase() ? { stock: 0 } : {}),
    })),
  })
}

beforeAll(async () => {
  store = await openStore([
    colored('Linen Kurta', ['Blush', 'Powder Blue', 'Indigo'], 2000),
    colored('Block Kurta', ['Madder', 'NAVY', 'Cobalt']),
    colored('Cotton Shirt', ['Navy'], 500),
  ])
}, 60_000)

afterAll(() => store.close())

async function list(query: string): Promise<{ title: string; askedColor?: string }[]> {
  return (await store.call('asha.example', `/products?${query}`)).body.data
}

async function shownColors(query: string) {
  return Object.fromEntries((await list(query)).map(({ title, askedColor }) => [title, askedColor]))
}

describe('a listing names the colour that was asked for', { tags: ['@req-11.15'] }, () => {
  it.each([
    ['search=blue kurta', { 'Linen Kurta': 'Powder Blue', 'Block Kurta': 'Cobalt' }],
    ['search=nila kurta', { 'Linen Kurta': 'Powder Blue', 'Block Kurta': 'Cobalt' }],
    ['search=नीला कुर्ता', { 'Linen Kurta': 'Powder Blue', 'Block Kurta': 'Cobalt' }],
    ['search=indigo kurta', { 'Linen Kurta': 'Indigo' }],
    ['search=kurta', { 'Linen Kurta': undefined, 'Block Kurta': undefined }],
    ['color=indigo', { 'Linen Kurta': 'Indigo' }],
    ['colorFamily=red', { 'Block Kurta': 'Madder' }],
    ['search=red kurta&color=cobalt', { 'Block Kurta': 'Cobalt' }],
  ])('%s', async (query, colors) => {
    expect(await shownColors(query)).toEqual(colors)
  })

  it('but not the listing without such a wish, nor the product by its id', async () => {
    expect(JSON.stringify(await list(''))).not.toContain('askedColor')
    const [{ id } = { id: '' }] = (await list('search=indigo')) as unknown as { id: string }[]
    expect((await store.call('asha.example', `/products/${id}`)).body).not.toHaveProperty('askedColor')
  })
})

it(
  'filters that leave nothing of a search do not widen it to other garments',
  { tags: ['@req-11.5'] },
  async () => {
    expect(await list('search=kurta&maxPrice=600')).toEqual([])
    expect(await list('search=kurta&color=navy&maxPrice=600')).toEqual([])
  },
)
