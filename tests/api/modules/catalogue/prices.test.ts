import { afterAll, beforeAll, expect, it } from 'vitest'

import { run } from '../../../cli/command-line.ts'
import { folderWith } from '../../../cli/shop-files.ts'
import { ADDRESS, openSandboxStore, type Store } from '../../../kit/api/store.ts'

const SHOP = 'asha.localhost'
/** The current price, and the regular one if the product is reduced. */
const PRICES = Array.from({ length: 100 }, (_, index) => {
  const price =
    ['0.01', '99', '1234.5', '100000.05', '2499.95', '0.29', '1.15', '4.35', '19.99', '8.7'][index % 10] ?? ''
  return { key: `p${index}`, price, before: index % 3 === 0 ? (Number(price) + 0.35 + index).toFixed(2) : '' }
})

let store: Store

beforeAll(async () => {
  store = await openSandboxStore([])
  const rows = PRICES.map(
    ({ key, price, before }) => `${key},Product ${key},${price},${before},https://x.example/a.jpg`,
  )
  const csv = ['Handle,Title,Variant Price,Variant Compare At Price,Image Src', ...rows].join('\n')
  const { exitCode, problems } = await run(
    store.db,
    folderWith({ 'c.csv': `${csv}\n` }),
    'import',
    'asha',
    'c.csv',
  )
  if (exitCode !== 0) throw new Error(problems.join('\n'))
}, 60_000)

afterAll(() => store.close())

it('100 products cost in list, product, order, tracking, payment, merchant’s view and table what was imported', async () => {
  const listed: Record<string, unknown>[] = (await store.call(SHOP, '/products?limit=100')).body.data
  expect(listed).toHaveLength(100)
  const { token, email } = await store.signIn(SHOP)
  const products = Object.fromEntries(listed.map(({ id }) => [id, 1]))
  const { body: order } = await store.call(SHOP, '/orders', {
    body: { products, shippingAddress: ADDRESS },
    token,
  })
  const own = (await store.call(SHOP, '/orders', { token })).body[0].items
  const tracked = (await store.call(SHOP, `/orders/${order.id}?contactInfo=${email}`)).body.items
  const shown = JSON.parse(
    (await run(store.db, '.', 'orders', 'show', 'asha', order.id, '--json')).lines.join('\n'),
  )
  const table = (await run(store.db, '.', 'orders', 'export', 'asha')).lines
  for (const { key, price } of PRICES) {
    const title = `Product ${key}`
    const inList = listed.find((one) => one.title === title)
    const single = (await store.call(SHOP, `/products/${String(inList?.id)}`)).body
    const bought = [own, tracked].map(
      (items) => items.find((one: { productTitle: string }) => one.productTitle === title).price,
    )
    const merchant = shown.items.find((one: { productTitle: string }) => one.productTitle === title).price
    const row = table.find((line) => line.includes(`,${title},`)) ?? ''
    const queries = [inList, single].map((one) => one?.discountedPrice ?? one?.regularPrice)
    expect([title, ...queries, ...bought, merchant]).toEqual([title, ...Array(5).fill(Number(price))])
    expect(row).toContain(`,1,${Number(price).toFixed(2)},${Number(price).toFixed(2)},`)
  }
  const paise = PRICES.reduce((sum, { price }) => sum + Math.round(Number(price) * 100), 0)
  const { body: payment } = await store.call(SHOP, '/payments', {
    body: { orderId: order.id, fields: { method: 'upi-qr', phone: '+919876543210' } },
    token,
  })
  expect(payment.action.qr).toContain(`&am=${(paise / 100).toFixed(2)}&`)
  expect(shown.total).toBe(paise / 100)
})
