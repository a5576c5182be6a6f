import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADDRESS, openSandboxStore, type Store } from '../../../kit/api/store.ts'

let store: Store
let kurta: string

const SHOP = 'asha.localhost'

beforeAll(async () => {
  store = await openSandboxStore()
  kurta = await store.productId(SHOP, 'kurta')
}, 60_000)

afterAll(() => store.close())

function place(token: string, key: string, quantity = 1) {
  return store.call(SHOP, '/orders', {
    body: { products: { [kurta]: quantity }, shippingAddress: ADDRESS },
    token,
    headers: { 'idempotency-key': key },
  })
}

async function countOrders(token: string): Promise<number> {
  return (await store.call(SHOP, '/orders', { token })).body.length
}

describe('Idempotency-Key', () => {
  it('repeats the first response for 24 hours and creates one order', { tags: ['@req-11.2'] }, async () => {
    const { token } = await store.signIn(SHOP)
    const first = await place(token, 'once')
    expect(first.headers.has('idempotent-replayed')).toBe(false)
    store.clock.now = new Date('2026-11-22T10:00:00Z')
    const again = await place(token, 'once')
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await countOrders(token)).toBe(1)

    store.clock.now = new Date('2026-11-22T10:00:01Z')
    expect((await place(token, 'once')).body).not.toEqual(first.body)
    expect(await countOrders(token)).toBe(2)
    store.clock.now = new Date('2026-11-21T10:00:00Z')
  })

  it('starts a new payment with a key older than 24 hours', async () => {
    const { token } = await store.signIn(SHOP)
    const order = await place(token, 'to-be-paid')
    const pay = () =>
      store.call(SHOP, '/payments', {
        body: { orderId: order.body.id, fields: { method: 'card', phone: '+919876543210' } },
        token,
        headers: { 'idempotency-key': 'pay-once' },
      })
    const first = await pay()
    store.clock.now = new Date('2026-11-22T10:00:01Z')
    const later = await pay()
    store.clock.now = new Date('2026-11-21T10:00:00Z')
    expect([first.body.success, later.status, later.body.success]).toEqual([true, 200, true])
    expect(later.body).not.toEqual(first.body)
  })

  it(
    'makes one order from 30 calls at the same moment',
    { tags: ['@decision-20.5', '@req-11.2'] },
    async () => {
      const { token } = await store.signIn(SHOP)
      const responses = await Promise.all(Array.from({ length: 30 }, () => place(token, 'double click')))
      expect(responses[0]?.status).toBe(400)
      const proper = await Promise.all(Array.from({ length: 30 }, () => place(token, 'double-click')))
      const created = proper.filter(({ status }) => status === 201)
      const waiting = proper.filter(({ status }) => status === 409)
      expect(created.length + waiting.length).toBe(30)
      expect(waiting.length).toBeGreaterThan(0)
      expect(waiting[0]?.body).toEqual({
        error: 'The same request is still in progress. Try again in a moment.',
      })
      expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
      expect(await countOrders(token)).toBe(1)
    },
  )

  it('refuses the key with another body', { tags: ['@req-11.2'] }, async () => {
    const { token } = await store.signIn(SHOP)
    await place(token, 'reused')
    const other = await place(token, 'reused', 2)
    expect([other.status, other.body]).toEqual([
      422,
      { error: 'This Idempotency-Key was used for another request. Use a new key.', code: 'key-reused' },
    ])
    expect(await countOrders(token)).toBe(1)
  })

  it('repeats the first response to a retry that expects another total', async () => {
    const { token } = await store.signIn(SHOP)
    const order = (expectedTotal: number) =>
      store.call(SHOP, '/orders', {
        body: { products: { [kurta]: 1 }, shippingAddress: ADDRESS, expectedTotal },
        token,
        headers: { 'idempotency-key': 'price-changed' },
      })
    const first = await order(99_950)
    expect((await order(89_950)).body).toEqual(first.body)
    expect(await countOrders(token)).toBe(1)
  })

  it('keeps no order that was refused for its total', async () => {
    const { token } = await store.signIn(SHOP)
    const order = (expectedTotal: number) =>
      store.call(SHOP, '/orders', {
        body: { products: { [kurta]: 1 }, shippingAddress: ADDRESS, expectedTotal },
        token,
        headers: { 'idempotency-key': 'expected' },
      })
    expect((await order(1)).status).toBe(409)
    expect((await order(99_950)).status).toBe(201)
  })

  it('belongs to one account', async () => {
    const [one, other] = [await store.signIn(SHOP), await store.signIn(SHOP)]
    expect((await place(one.token, 'shared')).body).not.toEqual((await place(other.token, 'shared')).body)
  })

  it(
    'does not keep a failure: the corrected order goes through',
    { tags: ['@asvs-2.3.3', '@asvs-16.5.3'] },
    async () => {
      const { token } = await store.signIn(SHOP)
      expect((await place(token, 'corrected', 500)).status).toBe(422)
      expect((await place(token, 'corrected', 5)).status).toBe(201)
    },
  )

  it('makes one payment, and keeps no refusal', async () => {
    const { token, orderId } = await store.placeOrder(SHOP)
    const pay = (method: string) =>
      store.call(SHOP, '/payments', {
        body: { orderId, fields: { method, phone: '+919876543210' } },
        token,
        headers: { 'idempotency-key': 'payment' },
      })
    expect((await pay('cheque')).body).toEqual({ success: false, error: 'Choose a way to pay.' })
    const first = await pay('upi-qr')
    expect(first.body).toMatchObject({ success: true, action: { type: 'qr' } })
    expect((await pay('upi-qr')).body).toEqual(first.body)
    expect((await pay('card')).status).toBe(422)
  })

  it.each(['', 'x'.repeat(256), 'with space', 'ключ'])('refuses the key "%s"', async (key) => {
    const { token } = await store.signIn(SHOP)
    const headers = { 'idempotency-key': encodeURI(key) === key ? key : Buffer.from(key).toString('latin1') }
    const { status } = await store.call(SHOP, '/orders', {
      body: { products: { [kurta]: 1 }, shippingAddress: ADDRESS },
      token,
      headers,
    })
    expect(status).toBe(400)
  })
})
