import { afterAll, beforeAll, expect, test } from 'vitest'

import { controlShop, startOtherStore, type OtherStore } from '../../helpers/other-store.ts'
import { startStorefront, type Storefront } from '../../helpers/storefront.ts'
import { thingsOf } from './read-things.ts'

/** 100 products with prices of every kind: whole rupees, one and two decimals, reduced and not. */
const products = Array.from({ length: 100 }, (_, index) => ({
  id: `p${index}`,
  title: `Product ${index}`,
  imgUrl: '/media/a.jpg',
  regularPrice: [99, 1234.5, 100000.05, 0.99, 2499.95][index % 5] ?? 0,
  discountedPrice: index % 2 === 0 ? null : (57 + index * 100) / 100,
}))

let store: OtherStore
let storefront: Storefront

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port, {
    TENANT_HOSTS: '*.example',
    STORE_API_ORIGIN: `http://127.0.0.1:${store.port}`,
  })
  await controlShop(store.port, {
    host: 'price.example',
    products,
    store: { capabilities: ['feeds'] },
  })
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

test('page, structured data, cart line and feed have one price for each of 100 products', async () => {
  const feed = (await storefront.get('/feeds/google.xml', { host: 'price.example' })).html
  const items = feed.split('<item>').slice(1)
  expect(items).toHaveLength(100)
  for (const { id, regularPrice, discountedPrice } of products) {
    const price = discountedPrice ?? regularPrice
    const { html } = await storefront.get(`/product/${id}?wait=1`, { host: 'price.example' })
    const detail = html.slice(html.indexOf('<h1'), html.indexOf('data-product-form'))
    const shown = [...detail.matchAll(/₹([\d,.]+)/g)].map(([, text = '']) => Number(text.replaceAll(',', '')))
    const line = JSON.parse((/data-line="([^"]*)"/.exec(html)?.[1] ?? '').replace(/&(?:quot|#34);/g, '"'))
    const item = items.find((one) => one.includes(`<g:id>${id}</g:id>`)) ?? ''
    const feedPrice = /<g:sale_price>([^<]*)/.exec(item)?.[1] ?? /<g:price>([^<]*)/.exec(item)?.[1]
    expect({
      id,
      shown: shown[0],
      data: Number(thingsOf(html)[0]?.offers.price),
      line: line.price,
      feed: feedPrice,
    }).toEqual({ id, shown: price, data: price, line: price, feed: `${price.toFixed(2)} INR` })
  }
})
