import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { findOrder } from '../../../../api/modules/orders/read.ts'
import { passTime } from '../../../kit/api/pass-time.ts'
import { ADDRESS, openStore, serve, type Store } from '../../../kit/api/store.ts'

let store: Store
let order: { orderId: string; email: string; token: string }

const SHOP = 'asha.example'
const REFUSED = [404, { error: 'Order not found or access denied' }]

beforeAll(async () => {
  store = await openStore()
  order = await store.placeOrder(SHOP)
}, 60_000)

afterAll(() => store.close())

async function track(number: string, contact: string, host = SHOP, call = store.call) {
  const { status, body } = await call(host, `/orders/${number}?contactInfo=${encodeURIComponent(contact)}`)
  return [status, body]
}

describe('GET /orders/{orderId}', () => {
  it(
    'shows the order for its number and e-mail or phone, in every spelling',
    { tags: ['@req-3.7'] },
    async () => {
      const { orderId, email } = order
      const numbers = [orderId, orderId.toLowerCase(), orderId.replaceAll('-', '')]
      const contacts = [email, ` ${email.toUpperCase()}`, '9876543210', '+91 98765-43210', '09876543210']
      for (const number of numbers) {
        for (const contact of contacts) {
          expect(await track(number, contact)).toEqual([
            200,
            expect.objectContaining({ id: orderId, status: 0 }),
          ])
        }
      }
    },
  )

  it.each([
    ['९८७६५ ४३२१०', '9876543210'],
    ['+91 98765 43210', '+९१ ९८७६५ ४३२१०'],
    ['0091-98765-43210', '098765 43210'],
    ['９８７６５４３２１０', '+919876543210'],
  ])('is shown for the phone %s typed as %s, and keeps the phone as it was typed', async (phone, contact) => {
    const products = { [await store.productId(SHOP, 'kurta')]: 1 }
    const body = { products, shippingAddress: { ...ADDRESS, phone } }
    const { token } = await store.signIn(SHOP)
    const { id } = (await store.call(SHOP, '/orders', { body, token })).body
    expect(await track(id, contact)).toEqual([200, expect.objectContaining({ id })])
    expect(await track(id, '9876543211')).toEqual(REFUSED)
    const stored = await withTenant(store.db, 'asha', (tx) => findOrder(tx, 'asha', id.replaceAll('-', '')))
    expect(stored?.shippingAddress.phone).toBe(phone)
  })

  it.each([
    ['another e-mail', 'other@example.com'],
    ['another phone', '9876543211'],
    ['a part of the phone', '43210'],
    ['an e-mail that holds the phone', 'x9876543210@example.com'],
    ['nothing', ''],
    ['a wildcard', '%'],
    ['an endless text', 'x'.repeat(2000)],
  ])(
    'responds to %s as to an unknown order',
    { tags: ['@asvs-8.2.2', '@asvs-14.2.4', '@req-3.7'] },
    async (_case, contact) => {
      expect(await track(order.orderId, contact)).toEqual(REFUSED)
      expect(await track('0000-0000-0000', contact)).toEqual(REFUSED)
      expect(await track('not-a-number', contact)).toEqual(REFUSED)
    },
  )

  it('is not shown for an empty contact when the order has no valid phone', async () => {
    const { token } = order
    const products = { [await store.productId(SHOP, 'kurta')]: 1 }
    const body = { products, shippingAddress: { ...ADDRESS, phone: 'none' } }
    const { id } = (await store.call(SHOP, '/orders', { body, token })).body
    for (const contact of ['', 'none', '0']) expect(await track(id, contact)).toEqual(REFUSED)
  })

  it('does not show the order in another shop', async () => {
    expect(await track(order.orderId, order.email, 'bela.example')).toEqual(REFUSED)
  })

  it('does not show the order to its signed-in owner without the contact', async () => {
    const { status } = await store.call(SHOP, `/orders/${order.orderId}`, { token: order.token })
    expect(status).toBe(404)
  })
})

describe('the rate limits of tracking', () => {
  it('stop after 10 wrong numbers a minute, and at no right one before', async () => {
    const { call } = serve(store.db, { rateLimits: true })
    const right = await Promise.all(
      Array.from({ length: 40 }, () => track(order.orderId, order.email, SHOP, call)),
    )
    expect(right.map(([status]) => status)).toEqual(Array(40).fill(200))
    const statuses = []
    for (let index = 10; index < 22; index += 1) {
      statuses.push((await track(`0000-0000-00${index}`, order.email, SHOP, call))[0])
    }
    expect(statuses).toEqual([...Array(10).fill(404), 429, 429])
    expect((await track(order.orderId, order.email, 'bela.example', call))[0]).toBe(404)
    expect((await track(order.orderId, order.email, SHOP, call))[0]).toBe(429)
  })

  it(
    'stop guessing contacts of one order after 5 wrong ones, for an hour, existing order or not',
    { tags: ['@req-12.3'] },
    async () => {
      for (const number of [order.orderId, '0000-0000-0000']) {
        const { call, clock } = serve(store.db, { rateLimits: true })
        const statuses = []
        for (let index = 0; index < 7; index += 1) {
          statuses.push((await track(number, `guess${index}@example.com`, SHOP, call))[0])
        }
        expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
        passTime(clock, 10 * 60_000)
        expect((await track(number, 'guess@example.com', SHOP, call))[0]).toBe(429)
        passTime(clock, 50 * 60_000)
        expect((await track(number, 'guess@example.com', SHOP, call))[0]).toBe(404)
      }
    },
  )
})
