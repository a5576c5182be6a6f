import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { changeCatalogue, openStore, product, type Store } from '../../../kit/api/store.ts'

const HOST = 'asha.example'
const picture = { url: '/media/kurta.webp', alt: 'Front in red' }
const KURTA = product('kurta', {
  title: 'Block Kurta',
  images: [picture],
  attributes: [
    { key: 'Colors', value: ['Red'] },
    { key: 'Care', value: ['Hand wash', 'Dry in shade'] },
  ],
  seoTitle: 'Buy kurtas',
  seoDescription: 'The best kurtas',
  options: [{ name: 'Size', values: ['M'] }],
  variants: [{ options: { Size: 'M' }, regularPrice: 999, images: [picture] }],
})
const translated = {
  ...KURTA,
  translations: {
    hi: {
      title: 'ब्लॉक प्रिंट कुर्ता',
      description: 'जयपुर की छपाई।',
      attributes: { 'Hand wash': 'हाथ से धोएँ', Red: 'लाल' },
    },
  },
}

let store: Store
let id: string
const get = async (path: string) => (await store.call(HOST, path)).body

beforeAll(async () => {
  store = await openStore([translated, product('saree')])
  ;[id] = (await get('/products?limit=100')).data
    .filter(({ title }: { title: string }) => title === 'Block Kurta')
    .map((one: { id: string }) => one.id)
}, 60_000)

afterAll(() => store.close())

describe('a product with texts in Hindi', () => {
  it('has its own texts without a language, in an unknown one and in one that it lacks', async () => {
    const plain = await get(`/products/${id}`)
    expect(plain).toMatchObject({ title: 'Block Kurta', images: [picture], seoTitle: 'Buy kurtas' })
    expect(plain).not.toHaveProperty('translations')
    for (const query of ['language=en', 'language=ta', 'language='])
      expect(await get(`/products/${id}?${query}`)).toEqual(plain)
  })

  it(
    'has them in Hindi, without texts that have no translation; sizes and colours stay',
    { tags: ['@req-11.28'] },
    async () => {
      const body = await get(`/products/${id}?language=hi`)
      expect(body).toMatchObject({
        title: 'ब्लॉक प्रिंट कुर्ता',
        description: 'जयपुर की छपाई।',
        images: [{ url: picture.url }],
        variants: [{ options: { Size: 'M' }, images: [{ url: picture.url }] }],
        attributes: [
          { key: 'Colors', value: ['Red'] },
          { key: 'Care', value: ['हाथ से धोएँ', 'Dry in shade'] },
          { key: 'Size', value: ['M'] },
        ],
      })
      expect(JSON.stringify(body)).not.toContain('Front in red')
      expect(body).not.toHaveProperty('seoTitle')
      expect(body).not.toHaveProperty('seoDescription')
    },
  )

  it('is listed, found and suggested in Hindi, beside products that have no texts', async () => {
    const titles = async (path: string) =>
      (await get(path)).data.map(({ title }: { title: string }) => title).toSorted()
    expect(await titles('/products?language=hi')).toEqual(['Title of saree', 'ब्लॉक प्रिंट कुर्ता'])
    expect(await titles('/products')).toEqual(['Block Kurta', 'Title of saree'])
    expect(await titles('/products?search=block&language=hi')).toEqual(['ब्लॉक प्रिंट कुर्ता'])
    const { data } = await get(`/suggestions?search=${encodeURIComponent('block')}&language=hi`)
    expect(data.products).toEqual([{ id, title: 'ब्लॉक प्रिंट कुर्ता' }])
  })

  it.each(['प्रिंट', 'जयपुर की छपाई', 'ब्लॉक'])('is found by %s', async (search) => {
    const { data } = await get(`/products?search=${encodeURIComponent(search)}`)
    expect(data.map((one: { title: string }) => one.title)).toContain('Block Kurta')
  })

  it('keeps them after an import without texts, and after one of another language', async () => {
    const importing = (changes: object) =>
      changeCatalogue(store.db, 'asha', (tx) => writeProducts(tx, 'asha', [{ ...KURTA, ...changes }]))
    expect(await importing({})).toMatchObject({ unchanged: 1 })
    expect(await importing({ title: 'Blue Kurta' })).toMatchObject({ updated: 1 })
    expect(await importing({ translations: { en: { title: 'English Kurta' } } })).toMatchObject({
      updated: 1,
    })
    expect((await get(`/products/${id}?language=hi`)).title).toBe('ब्लॉक प्रिंट कुर्ता')
    expect((await get(`/products/${id}?language=en`)).title).toBe('English Kurta')
    expect(await importing({ translations: { hi: {} } })).toMatchObject({ updated: 1 })
    expect((await get(`/products/${id}?language=hi`)).title).toBe('Block Kurta')
    expect((await get(`/products?search=${encodeURIComponent('छपाई')}`)).data).toEqual([])
  })
})
