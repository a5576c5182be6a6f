import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CatalogueProduct } from '../../../../api/db/catalogue-product.ts'
import { openStore, product, type Store } from '../../helpers/store.ts'

let store: Store

function garment(title: string, changes: Partial<CatalogueProduct> = {}) {
  return product(title + (changes.key ?? ''), { title, description: '', attributes: [], ...changes })
}

const kurta = { category: 'Kurtas', parentCategory: 'Straight Kurtas' }
const saree = { category: 'Sarees', parentCategory: 'Silk Sarees' }

const CATALOGUE = [
  garment('Indigo Straight Kurta', kurta),
  garment('Indigo Straight Kurta', { ...kurta, key: 'in another colour' }),
  garment('Rust Anarkali Kurta', { category: 'Kurtas', parentCategory: 'Anarkali Kurtas' }),
  garment('Banarasi Silk Saree', saree),
  garment('Kanjivaram Saree', saree),
  garment('Checked Shirt', { category: 'Shirts', parentCategory: 'Casual Shirts' }),
  garment('Plain Cap', { category: 'Accessories', parentCategory: '' }),
  ...Array.from({ length: 9 }, (_, index) =>
    garment(`Scarf Number ${index + 1}`, { category: 'Scarves', parentCategory: `Scarves ${index % 5}` }),
  ),
]

beforeAll(async () => {
  store = await openStore(CATALOGUE)
}, 60_000)

afterAll(() => store.close())

async function suggest(words: string, host = 'asha.example') {
  const { status, body } = await store.call(host, `/suggestions?search=${encodeURIComponent(words)}`)
  expect(status).toBe(200)
  return {
    names: body.data.products.map(({ title }: { title: string }) => title),
    subCategories: body.data.subCategories,
    products: body.data.products,
  }
}

const SAREES = ['Banarasi Silk Saree', 'Kanjivaram Saree']

describe('while a shopper types', () => {
  it.each([
    ['kurt', ['Indigo Straight Kurta', 'Rust Anarkali Kurta']],
    ['kurtaa', ['Indigo Straight Kurta', 'Rust Anarkali Kurta']],
    ['कुर', ['Indigo Straight Kurta', 'Rust Anarkali Kurta']],
    ['sari', SAREES],
    ['साड', SAREES],
    ['sa', SAREES],
    ['banarsi s', ['Banarasi Silk Saree']],
    ['kanjiv', ['Kanjivaram Saree']],
    ['kanjevaram', ['Kanjivaram Saree']],
    ['indigo ku', ['Indigo Straight Kurta']],
    ['shi', ['Checked Shirt']],
    ['chequed shirt ', ['Checked Shirt']],
  ])('%s brings the names of products', async (words, names) => {
    expect((await suggest(words)).names.toSorted()).toEqual(names)
  })

  it.each(['', ' ', 'k', 'for the', 'spaceship', "' & !'a':* | <-> \\", '\u0000', '👗'])(
    '%j brings nothing, and no failure',
    async (words) => {
      expect(await suggest(words)).toEqual({ names: [], products: [], subCategories: [] })
    },
  )

  it('names the sub-categories where most of it is, with their category', async () => {
    expect((await suggest('saree')).subCategories).toEqual([
      { category: 'Sarees', parentCategory: 'Silk Sarees' },
    ])
    expect((await suggest('kurta')).subCategories[0]).toEqual({
      category: 'Kurtas',
      parentCategory: 'Straight Kurtas',
    })
    expect((await suggest('cap')).subCategories).toEqual([])
  })

  it('gives few, each name once, with the id of its product', async () => {
    const { products, subCategories } = await suggest('scar')
    expect([products.length, subCategories.length]).toEqual([6, 3])
    const [cap] = (await suggest('plain')).products
    expect((await store.call('asha.example', `/products/${cap.id}`)).body.title).toBe('Plain Cap')
  })

  it('names nothing of another shop', async () => {
    const [own] = (await suggest('kanji')).products
    const [other] = (await suggest('kanji', 'bela.example')).products
    expect(own.id).not.toBe(other.id)
  })
})
