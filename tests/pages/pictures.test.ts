import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'
import { photograph, serve } from '../server/images/picture-stack.ts'

/** The built storefront on a store API whose products have pictures of all kinds. */
const directory = mkdtempSync(join(tmpdir(), 'tanabana-page-pictures-'))
let api: Awaited<ReturnType<typeof serve>>
let storefront: Storefront

const sources = [
  '/media/one.jpg',
  '/media/two.jpg?v=2',
  'https://cdn.example/three.jpg',
  '/four.svg',
  '/media/five.jpg',
]
const products = sources.map((imgUrl, index) => ({
  id: `p${index}`,
  title: `Product ${index}`,
  description: '',
  imgUrl,
  category: 'Shirts',
  parentCategory: 'Casual',
  regularPrice: 1000,
  images: [{ url: '/media/back.jpg' }],
  attributes: [],
}))

beforeAll(async () => {
  const picture = await photograph()
  api = await serve(({ url = '' }, response) => {
    const path = url.split('?')[0] ?? ''
    const product = products.find(({ id }) => path === `/api/v1/products/${id}`)
    if (path.startsWith('/media/')) return response.end(picture)
    response.setHeader('content-type', 'application/json')
    if (product) return response.end(JSON.stringify(product))
    if (path === '/api/v1/products') {
      return response.end(JSON.stringify({ data: products, count: products.length }))
    }
    const hero = '/media/hero.jpg'
    const record = {
      storeName: 'Plain Store',
      categories: ['Shirts'],
      categoryImages: { hero, default: hero },
    }
    return response.end(JSON.stringify({ ...record, companyLogoUrl: '/media/logo.png' }))
  })
  storefront = await startStorefront(api.port, { IMAGE_CACHE_DIR: directory })
})
afterAll(async () => {
  await storefront.stop()
  await api.stop()
  rmSync(directory, { recursive: true, force: true })
})

async function imagesOf(path: string): Promise<Record<string, string>[]> {
  const { html } = await storefront.get(path)
  return [...html.matchAll(/<img ([^>]*)>/g)].map(([, text = '']) =>
    Object.fromEntries(
      [...text.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name, value]),
    ),
  )
}

describe('the pictures of a page', () => {
  test('are named in the widths of their place, lazy below the first screen, one of them first', async () => {
    const [logo, ...cards] = await imagesOf('/products?wait=1')
    expect(logo?.src).toMatch(/^\/_img\/160\/[\w-]{16}\/media\/logo\.png$/)
    const [first] = cards
    expect(first?.srcset).toMatch(/^(\/_img\/(320|480|640)\/[\w-]{16}\/media\/one\.jpg \2w(, )?){3}$/)
    expect(first).toMatchObject({ width: '320', height: '400', decoding: 'async' })
    expect(cards.map(({ fetchpriority = '' }) => fetchpriority)).toEqual(['high', '', 'low', 'low', 'low'])
    expect(cards.map(({ loading }) => loading)).toEqual([undefined, undefined, 'lazy', 'lazy', 'lazy'])
    expect(cards.every(({ width, height }) => width && height)).toBe(true)
  })

  test('stay as they are when they are drawings', async () => {
    const drawing = (await imagesOf('/products?wait=1'))[4]
    expect(drawing?.src).toBe(`http://localhost:${api.port}/four.svg`)
    expect(drawing).not.toHaveProperty('srcset')
    expect(drawing).not.toHaveProperty('sizes')
  })

  test('keep their own address in cart lines', async () => {
    const { html } = await storefront.get('/products?wait=1')
    expect(/data-card="[^"]*"/.exec(html)?.[0]).toContain(`http://localhost:${api.port}/media/one.jpg`)
  })

  test.each(['/', '/products?wait=1', '/product/p0', '/fragments/quick-view/p0'])(
    'of %s are answered to their shop alone',
    async (path) => {
      const images = (await imagesOf(path)).filter(({ src = '' }) => /^\/_img\/[^~]+$/.test(src))
      expect(images.length).toBeGreaterThan(0)
      for (const { src = '' } of images) {
        const headers = { accept: 'image/avif,image/webp' }
        const picture = await storefront.get(src, { headers })
        expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/avif'])
        expect((await storefront.get(src, { host: 'other.localhost', headers })).status).toBe(404)
        expect((await storefront.get(src, { host: 'evil.example', headers })).status).toBe(421)
      }
    },
  )

  test('survive a restart of the storefront', async () => {
    const [logo] = await imagesOf('/products?wait=1')
    await storefront.get(logo?.src ?? '')
    const requested = api.calls.filter(({ path }) => path === '/media/logo.png').length
    await storefront.stop()
    storefront = await startStorefront(api.port, { IMAGE_CACHE_DIR: directory })
    expect((await storefront.get(logo?.src ?? '')).status).toBe(200)
    expect(api.calls.filter(({ path }) => path === '/media/logo.png')).toHaveLength(requested)
  })
})
