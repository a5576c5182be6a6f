import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openStore, product, type Store } from '../../../kit/api/store.ts'

let store: Store

function garment(title: string, color: string, changes: Parameters<typeof product>[1] = {}) {
  const attributes = [{ key: 'Colours', value: [color] }]
  return product(title, { title, description: '', gender: 'Women', attributes, ...changes })
}

const dress = { category: 'Dresses', parentCategory: 'Midi Dresses' }
const saree = { category: 'Sarees', parentCategory: 'Silk Sarees' }

const CATALOGUE = [
  garment('Jaipuri Silk Kurta', 'Indigo'),
  garment('Short Kurta', 'White', { gender: 'Men' }),
  garment('Cotton Midi Dress', 'Green', dress),
  garment('Linen Wrap Dress', 'Navy', dress),
  garment('Banarasi Saree', 'Red', saree),
  garment('Maxi Gown', 'Red', { category: 'Festive', parentCategory: 'Gowns' }),
  garment('Handloom Bedsheet', 'Blue', { gender: null, category: 'Home', parentCategory: 'Bedding' }),
  garment('Mirror Lehenga', 'Peach', { category: 'Lehengas', parentCategory: 'Festive' }),
  garment('Canvas Sneakers', 'White', {
    gender: 'Unisex',
    category: 'Shoes',
    parentCategory: 'Sneakers',
  }),
]

beforeAll(async () => {
  store = await openStore(CATALOGUE)
}, 60_000)

afterAll(() => store.close())

async function list(query: string): Promise<{ titles: string[]; search: unknown }> {
  const { status, body } = await store.call('asha.example', `/products?${query}`)
  expect(status).toBe(200)
  return { titles: body.data.map(({ title }: { title: string }) => title), search: body.search }
}

const notesOf = async (words: string) => (await list(`search=${encodeURIComponent(words)}`)).search

describe('a search names', { tags: ['@req-11.5'] }, () => {
  it.each([
    ['kutra', 'kurta'],
    ['kurtaa silkk', 'kurtaa silk'],
    ['Slik KUTRA for women', 'silk kurta for women'],
    ['bedshet', 'bedsheet'],
    ['kutra <b>', 'kurta <b>'],
  ])('what it corrects: %s', async (words, corrected) => {
    expect(await notesOf(words)).toEqual({ corrected })
  })

  it.each([
    ['pink kurta', ['pink']],
    ['गुलाबी कुर्ता', ['गुलाबी']],
    ['khadi saree', ['khadi']],
    ['pink nike sneakers', ['pink', 'nike']],
    ['indigo sherwani', ['sherwani']],
    ['kids kurta', ['kids']],
  ])('the words that no product found has: %s', async (words, leftOut) => {
    expect(await notesOf(words)).toEqual({ leftOut })
  })

  it('both, a misspelt word that no product has as it is typed', async () => {
    expect(await notesOf('pink kutra')).toEqual({ corrected: 'pink kurta', leftOut: ['pink'] })
    expect(await notesOf('oragne dress')).toEqual({ leftOut: ['oragne'] })
  })
})

describe('a search has nothing to say', { tags: ['@req-11.5'] }, () => {
  it.each([
    ['kurta'],
    ['kurtas'],
    ['कुर्ता'],
    ['kurtaa'],
    ['kurtha'],
    ['lahenga'],
    ['jaipury'],
    ['जयपुरी'],
    ['blue kurta'],
    ['neeli kurti'],
    ['sky kurta'],
    ['kurta for girls'],
    ['handloom bedsheet for women'],
    ['mens sneakers'],
    ['kurta 38 XXL'],
    ['mujhe kurta chahiye'],
    ['red gown'],
    ['spaceship'],
    ['for the'],
  ])('about %s', async (words) => {
    expect(await notesOf(words)).toBeUndefined()
  })

  it('where filters or a category, not its words, hide the products', async () => {
    const inCategory = await list('search=red dress&category=dresses')
    expect(inCategory).toEqual({ titles: ['Cotton Midi Dress', 'Linen Wrap Dress'], search: undefined })
    expect(await list('search=silk kurta&color=white')).toEqual({ titles: [], search: undefined })
    expect((await list('category=kurtas')).search).toBeUndefined()
  })

  it('but says on every page, in every order and with filters what it left out', async () => {
    for (const query of ['limit=1&page=2', 'sort=price-asc', 'color=white']) {
      expect((await list(`search=pink kurta&${query}`)).search).toEqual({ leftOut: ['pink'] })
    }
  })
})
