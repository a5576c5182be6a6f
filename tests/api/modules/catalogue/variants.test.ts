import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CatalogueProduct, CatalogueVariant } from '../../../../api/db/catalogue-product.ts'
import { storedProducts } from '../../../../api/modules/catalogue/stored-products.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { readTenant } from '../../../../api/db/index.ts'
import { changeCatalogue, openStore, product, type Store } from '../../helpers/store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore([])
}, 60_000)

afterAll(() => store.close())

const write = (catalogue: CatalogueProduct[], tenantId = 'asha') =>
  changeCatalogue(store.db, tenantId, (tx) => writeProducts(tx, tenantId, catalogue))

async function readOne(title: string, host = 'asha.example') {
  const { data } = (await store.call(host, '/products?limit=100')).body
  return data.find((one: { title: string }) => one.title === title)
}

function variant(options: Record<string, string>, changes: Partial<CatalogueVariant> = {}): CatalogueVariant {
  return { options, regularPrice: 1499, images: [], ...changes }
}

const kurta = (changes: Partial<CatalogueProduct> = {}) =>
  product('kurta', {
    attributes: [{ key: 'Fabric', value: ['Cotton'] }],
    options: [
      { name: 'Size', values: ['M', 'L'] },
      { name: 'Colour', values: ['Indigo', 'Madder'] },
      { name: 'Length', values: ['44'] },
    ],
    variants: [
      variant(
        { Size: 'M', Colour: 'Indigo', Length: '44' },
        {
          sku: 'K-M-I',
          barcode: '8901234567894',
          stock: 3,
          images: [{ url: '/media/i.webp', alt: 'Front' }],
        },
      ),
      variant({ Size: 'L', Colour: 'Indigo', Length: '44' }, { stock: 0 }),
      variant({ Size: 'M', Colour: 'Madder', Length: '44' }, { discountedPrice: 1299, stock: 40 }),
    ],
    ...changes,
  })

describe('a product with variants', () => {
  it('is answered with its options and variants, and with what the plain contract derives from them', async () => {
    expect(await write([kurta()])).toEqual({ created: 1, updated: 0, unchanged: 0 })
    const read = await readOne('Title of kurta')
    expect(read).toMatchObject({
      regularPrice: 1499,
      discountedPrice: 1299,
      options: [
        { name: 'Size', values: ['M', 'L'] },
        { name: 'Colour', values: ['Indigo', 'Madder'] },
        { name: 'Length', values: ['44'] },
      ],
      attributes: [
        { key: 'Fabric', value: ['Cotton'] },
        { key: 'Size', value: ['M', 'L'] },
        { key: 'Color', value: ['Indigo', 'Madder'] },
        { key: 'Length', value: ['44'] },
        { key: 'Sold out', value: ['L'] },
      ],
    })
    const common = { regularPrice: 1499, images: [] }
    expect(read.variants).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        options: { Size: 'M', Colour: 'Indigo', Length: '44' },
        regularPrice: 1499,
        sku: 'K-M-I',
        barcode: '8901234567894',
        available: true,
        stock: 3,
        images: [{ url: '/media/i.webp', alt: 'Front' }],
      },
      {
        ...common,
        id: expect.any(String),
        options: { Size: 'L', Colour: 'Indigo', Length: '44' },
        available: false,
        stock: 0,
      },
      {
        ...common,
        id: expect.any(String),
        options: { Size: 'M', Colour: 'Madder', Length: '44' },
        discountedPrice: 1299,
        available: true,
      },
    ])
    expect((await store.call('asha.example', `/products/${read.id}`)).body).toEqual(read)
  })

  it('is left alone by the same import, and updated by another stock, with the same ids', async () => {
    const before = await readOne('Title of kurta')
    expect(await write([kurta()])).toEqual({ created: 0, updated: 0, unchanged: 1 })
    const [first, ...rest] = kurta().variants ?? []
    const restocked = kurta({ variants: first ? [{ ...first, stock: 2 }, ...rest] : [] })
    expect(await write([restocked])).toEqual({ created: 0, updated: 1, unchanged: 0 })
    const after = await readOne('Title of kurta')
    expect(after.variants[0]).toEqual({ ...before.variants[0], stock: 2 })
    expect(after.variants.slice(1)).toEqual(before.variants.slice(1))
  })

  it('loses the variants that the next import does not name', async () => {
    const [first] = kurta().variants ?? []
    const options = kurta().options?.map(({ name, values }) => ({ name, values: values.slice(0, 1) })) ?? []
    expect(await write([kurta({ options, variants: first ? [first] : [] })])).toEqual({
      created: 0,
      updated: 1,
      unchanged: 0,
    })
    expect((await readOne('Title of kurta')).variants).toHaveLength(1)
    expect(await write([product('kurta')])).toEqual({ created: 0, updated: 1, unchanged: 0 })
    expect(await readOne('Title of kurta')).not.toHaveProperty('variants')
  })

  it('belongs to its shop: the other one keeps its own', async () => {
    await write([kurta()], 'bela')
    await write([product('kurta')], 'asha')
    expect((await readOne('Title of kurta', 'bela.example')).variants).toHaveLength(3)
  })

  it('stays on sale beyond its stock where the shop says so', async () => {
    const backordered = variant({}, { stock: -2, sellsBeyondStock: true })
    await write([product('made to order', { options: [], variants: [backordered] })])
    const read = await readOne('Title of made to order')
    expect(read.variants).toEqual([
      { id: expect.any(String), options: {}, regularPrice: 1499, available: true, images: [] },
    ])
  })

  it('is exported as it was imported', async () => {
    const catalogue = kurta({
      key: 'export',
      tags: ['festive'],
      seoTitle: 'Kurta',
      seoDescription: 'Of cotton',
    })
    await write([catalogue], 'bela')
    const read = storedProducts((work) => readTenant(store.db, 'bela', work), 'bela')
    const stored = (await Array.fromAsync(read)).flat().find(({ key }) => key === 'export')
    expect(stored).toMatchObject({
      options: catalogue.options,
      variants: catalogue.variants,
      tags: ['festive'],
      seoTitle: 'Kurta',
      seoDescription: 'Of cotton',
    })
    expect(stored && (await write([stored], 'bela'))).toEqual({ created: 0, updated: 0, unchanged: 1 })
  })
})
