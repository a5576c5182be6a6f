import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CatalogueProduct } from '../../../api/db/catalogue-product.ts'
import { signInStaff, type Staff } from '../../kit/api/staff.ts'
import { openSandboxStore, product, serve, type Store } from '../../kit/api/store.ts'

const HOST = 'asha.localhost'
const SIZES = ['S', 'M']

const sized: CatalogueProduct = {
  ...product('sized'),
  options: [{ name: 'Size', values: SIZES }],
  variants: SIZES.map((size) => ({
    ...{ options: { Size: size }, regularPrice: 999, sku: `KUR-${size}`, stock: 5, images: [] },
  })),
}

let store: Store
let editor: Staff
let other: Staff
let packer: Staff
const purges: { id: string }[][] = []

beforeAll(async () => {
  const opened = await openSandboxStore([product('kurta'), sized])
  const purge = async (_shop: unknown, products: readonly { id: string; category: string }[] = []) => {
    purges.push([...products])
    return []
  }
  store = { ...opened, ...serve(opened.db, {}, undefined, purge), close: opened.close }
  editor = await signInStaff(store, HOST, 'editor')
  other = await signInStaff(store, HOST, 'manager')
  packer = await signInStaff(store, HOST, 'packer')
})

afterAll(() => store.close())

const read = async (key: string) => {
  const { body } = await editor.call(`/products?q=${key}`)
  return body.data[0]
}
const patch = (person: Staff, id: string, body: object) =>
  person.call(`/products/${id}`, { method: 'PATCH', body })

describe('products of the admin API', { tags: ['@req-12.7'] }, () => {
  it('are found by title, key and SKU, with their pictures and the sum of their pieces', async () => {
    const { body } = await editor.call('/products?q=KUR-M')
    expect(body).toMatchObject({
      total: 1,
      data: [{ key: 'sized', stock: 10, images: [{ url: '/media/sized.webp' }] }],
    })
    expect((await editor.call('/products?perPage=1')).body).toMatchObject({ total: 2 })
    expect((await editor.call('/products?category=Tops')).body.total).toBe(0)
  })

  it('show a new price to shoppers at once, and purge the pages that show it', async () => {
    const before = await read('kurta')
    const edited = await patch(editor, before.id, {
      version: before.version,
      regularPrice: 1200,
      discountedPrice: 990,
    })
    expect(edited.body).toMatchObject({ regularPrice: 1200, discountedPrice: 990, title: 'Title of kurta' })
    expect(purges.at(-1)?.map(({ id }) => id)).toContain(before.id)
    const { body } = await store.call(HOST, `/products/${before.id}`)
    expect(body.data ?? body).toMatchObject({ regularPrice: 1200, discountedPrice: 990 })
    const [entry] = (await other.call('/audit?action=changeProduct&perPage=1')).body.data
    expect(entry).toMatchObject({
      ...{ target: before.id, actorId: editor.id },
      before: { regularPrice: 999.5, discountedPrice: null },
      after: { regularPrice: 1200, discountedPrice: 990 },
    })
    expect(Object.keys(entry.after).sort()).toEqual(['discountedPrice', 'regularPrice'])
  })

  it('take an edit of one person at a time: the second gets what the first changed', async () => {
    const opened = await read('kurta')
    const first = await patch(editor, opened.id, { version: opened.version, title: 'Indigo kurta' })
    const second = await patch(other, opened.id, { version: opened.version, description: 'Soft' })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ code: 'changed', current: { title: 'Indigo kurta' } })
    const again = await patch(other, opened.id, { version: second.body.current.version, description: 'Soft' })
    expect(again.body).toMatchObject({ title: 'Indigo kurta', description: 'Soft' })
    expect(first.body.version).not.toBe(again.body.version)
  })

  it('keep the ids and pieces of variants whose price and SKU change', async () => {
    const before = await read('sized')
    const [small, medium] = before.variants
    const variants = [{ id: small.id, sku: 'NEW-S', regularPrice: 899 }]
    const { body } = await patch(editor, before.id, { version: before.version, variants })
    expect(body.variants).toMatchObject([
      { id: small.id, sku: 'NEW-S', regularPrice: 899, stock: 5 },
      { id: medium.id, sku: 'KUR-M', regularPrice: 999, stock: 5 },
    ])
    expect(body.regularPrice).toBe(899)
  })

  it('show the first of their new pictures as the main one', async () => {
    const { id, version } = await read('kurta')
    const images = [{ url: '/media/back.webp', alt: 'Back' }, { url: '/media/kurta.webp' }]
    const { body } = await patch(editor, id, { version, images })
    expect(body).toMatchObject({ imgUrl: '/media/back.webp', images })
  })

  it('refuse a price above the MRP, a variant of another product and an unknown field', async () => {
    const { id, version } = await read('kurta')
    for (const edit of [{ discountedPrice: 5000 }, { variants: [{ id: 'x', sku: 'A' }] }, { secret: 1 }]) {
      expect((await patch(editor, id, { version, ...edit })).status).toBe(422)
    }
    expect((await read('kurta')).version).toBe(version)
  })

  it('change in bulk all or none', async () => {
    const [one, two] = [await read('kurta'), await read('sized')]
    const bulk = (products: object[]) => editor.call('/products', { method: 'PATCH', body: { products } })
    const wrong = [
      { id: one.id, regularPrice: 1500 },
      { id: two.id, variants: [{ id: 'x' }] },
    ]
    expect((await bulk(wrong)).status).toBe(422)
    expect((await read('kurta')).regularPrice).toBe(1200)
    const variants = two.variants.map(({ id }: { id: string }) => ({
      id,
      regularPrice: 1000,
      discountedPrice: 800,
    }))
    const right = [
      { id: one.id, regularPrice: 1500 },
      { id: two.id, variants },
    ]
    expect((await bulk(right)).body.data).toMatchObject([{ regularPrice: 1500 }, { regularPrice: 1000 }])
  })

  it('are counted by a packer, who changes nothing else, and not over a sale in between', async () => {
    const before = await read('sized')
    const [small] = before.variants
    const count = (was: number, stock: number) =>
      packer.call('/stock', { method: 'PUT', body: { variants: [{ id: small.id, was, stock }] } })
    expect((await count(5, 0)).body.data).toMatchObject([{ stock: 5 }])
    const late = await count(5, 9)
    expect([late.status, late.body.code]).toEqual([409, 'changed'])
    expect(late.body.current).toEqual([{ id: small.id, stock: 0 }])
    expect((await patch(packer, before.id, { version: before.version, title: 'x' })).status).toBe(403)
  })

  it('are archived and restored with their ids, and created with a key of their own', async () => {
    const before = await read('sized')
    expect((await editor.call(`/products/${before.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await store.call(HOST, `/products/${before.id}`)).status).toBe(404)
    const archived = await editor.call('/products?archived=true')
    expect(archived.body).toMatchObject({ total: 1, data: [{ id: before.id, key: 'sized' }] })
    const restored = await editor.call(`/products/${before.id}/restore`, { method: 'POST' })
    expect(restored.body).toMatchObject({ id: before.id, variants: [{ id: before.variants[0].id }, {}] })

    const body = { key: 'stole', title: 'Stole', category: 'Stoles', regularPrice: 450 }
    const created = await editor.call('/products', { body })
    expect(created.status).toBe(201)
    expect((await store.call(HOST, `/products/${created.body.id}`)).status).toBe(200)
    expect((await editor.call('/products', { body })).body.code).toBe('exists')
  })

  it('get, rename, order and lose variants, which keep their ids, prices and pieces', async () => {
    const sizes = SIZES.map((size) => ({ options: { Size: size }, regularPrice: 700, sku: size, stock: 5 }))
    const { body: before } = await editor.call('/products', {
      body: {
        ...{ key: 'coat', title: 'Coat', category: 'Coats', regularPrice: 700, variants: sizes },
        options: [{ name: 'Size', values: SIZES }],
      },
    })
    const [small, medium] = before.variants
    const replace = (version: string, variants: object[]) =>
      editor.call(`/products/${before.id}/variants`, { method: 'PUT', body: { version, variants } })
    const { body: renamed } = await replace(before.version, [
      { id: medium.id, options: { Size: 'S' } },
      { id: small.id, options: { Size: 'M' } },
      { options: { Size: 'XL' } },
    ])
    expect(renamed.variants).toMatchObject([
      { ...medium, options: { Size: 'S' } },
      { ...small, options: { Size: 'M' } },
      { options: { Size: 'XL' }, regularPrice: renamed.regularPrice, stock: 0 },
    ])
    const { body: shown } = await store.call(HOST, `/products/${before.id}`)
    expect((shown.data ?? shown).attributes[0]).toMatchObject({ key: 'Size', value: ['S', 'M', 'XL'] })

    const stale = await replace(before.version, [])
    expect([stale.status, stale.body.code]).toEqual([409, 'changed'])
    for (const wrong of [
      [{ options: { Size: 'S' } }, { options: { Colour: 'Red' } }],
      [{ options: { Size: 'S' } }, { options: { Size: 'S' } }],
      [{ id: 'x', options: { Size: 'S' } }],
      [{ options: {} }, { options: {} }],
    ])
      expect((await replace(renamed.version, wrong)).status).toBe(422)

    const { body: coloured } = await replace(renamed.version, [{ id: small.id, options: { Colour: 'Red' } }])
    expect(coloured.variants).toMatchObject([{ id: small.id, stock: 5, sku: small.sku }])
    expect(coloured.attributes.map(({ key }: { key: string }) => key)).not.toContain('Size')
    const { body: restored } = await replace(coloured.version, [
      { id: small.id, options: { Size: 'S' } },
      { options: { Size: 'M' } },
    ])
    expect(restored.options).toEqual([{ name: 'Size', values: ['S', 'M'] }])
    const { body: named } = await replace(restored.version, [
      { id: small.id, options: { Size: 'S' }, sku: null },
      { options: { Size: 'M' }, sku: 'COAT-M' },
    ])
    expect(named.variants.map(({ sku }: { sku?: string }) => sku)).toEqual([undefined, 'COAT-M'])
    const { body: plain } = await replace(named.version, [])
    expect(plain).toMatchObject({ variants: [], stock: null })
  })

  it('name the SKUs that another variant of the shop has, too', async () => {
    const create = async (key: string, skus: string[]) => {
      const variants = skus.map((sku, at) => ({ options: { Size: SIZES[at] }, regularPrice: 300, sku }))
      const options = [{ name: 'Size', values: SIZES }]
      const body = { key, title: key, category: 'Caps', regularPrice: 300, options, variants }
      return (await editor.call('/products', { body })).body
    }
    const one = await create('Cap', ['CAP-S', 'CAP-M'])
    const two = await create('Hat', ['CAP-M', 'HAT-M'])
    const { body } = await editor.call(`/products/${one.id}`)
    expect(body.sharedSkus).toEqual([{ sku: 'CAP-M', titles: ['Cap', 'Hat'] }])
    const variants = [{ id: two.variants[0].id, sku: 'HAT-S' }]
    await patch(editor, two.id, { version: two.version, variants })
    expect((await editor.call(`/products/${one.id}`)).body.sharedSkus).toEqual([])
  })
})
