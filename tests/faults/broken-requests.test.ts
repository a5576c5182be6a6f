import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { controlShop, startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

/** A broken request of one client must not affect other clients. */
let store: OtherStore
let storefront: Storefront
const lines: string[] = []

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port, {}, { onLine: (line) => lines.push(line) })
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

test.each(['/favicon.svg', '/', '/products', '/robots.txt', '/sitemap.xml', '/feeds/google.xml', '/livez'])(
  'impossible ranges of %s are answered as if none had been asked for',
  async (path) => {
    // Once its data is there, a page has no section that is pending.
    await storefront.get(`${path}?wait=1`)
    const plain = await storefront.get(path)
    for (const range of ['bytes=5-2', 'bytes=0-99999999999999999999', 'bytes=-5', 'bytes=0-0', 'lines=1-2']) {
      const { status, html } = await storefront.get(path, { headers: { range } })
      expect([status, html.length]).toEqual([plain.status, plain.html.length])
    }
  },
)

test('downloads that clients give up leave the next one whole', async () => {
  const address = `http://127.0.0.1:${storefront.port}/service-worker.js`
  const whole = (await storefront.get('/service-worker.js')).html
  for (let index = 0; index < 50; index += 1) {
    const { body } = await request(address, { headers: { host: 'localhost', 'accept-encoding': 'identity' } })
    body.on('error', () => undefined).destroy()
  }
  expect((await storefront.get('/service-worker.js')).html).toBe(whole)
})

test('a feed that its reader gives up is no failure of the shop', async () => {
  const products = Array.from({ length: 2000 }, (_, index) => ({
    id: `long-${index}`,
    title: 'Long',
    description: 'A long description. '.repeat(200),
    imgUrl: '/long.webp',
    category: 'Shirts',
    parentCategory: 'Casual',
    regularPrice: 100,
    createdAt: '2026-01-15T10:00:00.000Z',
    images: [],
    attributes: [],
  }))
  await controlShop(store.port, { host: 'large.localhost', products, store: { capabilities: ['feeds'] } })
  const { body } = await request(`http://127.0.0.1:${storefront.port}/feeds/google.xml`, {
    headers: { host: 'large.localhost', 'accept-encoding': 'identity' },
  })
  body.on('error', () => undefined).destroy()
  const { status, html } = await storefront.get('/feeds/google.xml', { host: 'large.localhost' })
  expect([status, html.match(/<item>/g)?.length]).toEqual([200, 2000])
  expect(lines.filter((line) => line.includes('"failure"'))).toEqual([])
})
