import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { orderReturns } from '../../../../api/db/schema.ts'
import { parseOrderNumber } from '../../../../api/ids.ts'
import { advanceOrder } from '../../../../api/modules/orders/advance.ts'
import { decideReturn, receiveReturn } from '../../../../api/modules/orders/returns.ts'
import { changeParcel, shipOrder } from '../../../../api/modules/orders/shipment.ts'
import { recordRefund } from '../../../../api/modules/payments/refunds.ts'
import { erasePerson } from '../../../../api/modules/personal-data/erase-account.ts'
import { findCredentials } from '../../../../api/modules/users/accounts.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { run } from '../../../cli/command-line.ts'
import { ADDRESS, ASHA, openStore, product, type Store } from '../../../kit/api/store.ts'

const SHOP = 'asha.example'
const PLAIN = 'bela.example'
const DAY_MS = 24 * 60 * 60 * 1000
const PARCEL = { courier: 'Delhivery', trackingNumber: '1490', trackingUrl: 'https://courier.example/1490' }

let store: Store

beforeAll(async () => {
  store = await openStore([
    product('kurta', {
      attributes: [
        { key: 'HSN Code', value: ['620442'] },
        { key: 'GST rate', value: ['5%'] },
      ],
    }),
    product('saree', { attributes: [{ key: 'hsn', value: ['cotton'] }] }),
  ])
  await putTenant(store.db, {
    ...ASHA,
    record: {
      ...ASHA.record,
      capabilities: ['shipment', 'cancellation', 'returns', 'invoice', 'cash-on-delivery'],
      returnPolicy: { days: 10, fees: 'free' },
    },
  })
}, 60_000)

afterAll(() => store.close())

const numberOf = (orderId: string) => parseOrderNumber(orderId) ?? ''

async function readOrder(host: string, { orderId, token }: { orderId: string; token: string }) {
  const { body } = await store.call(host, '/orders', { token })
  return body.find(({ id }: { id: string }) => id === orderId)
}

function move(orderId: string, to: 1 | 3 | 4, now = store.clock.now) {
  return withTenant(store.db, 'asha', (tx) =>
    advanceOrder(tx, 'asha', numberOf(orderId), to, { allowsUnpaid: true, now }),
  )
}

function ship(orderId: string, now = store.clock.now, parcel = PARCEL) {
  return withTenant(store.db, 'asha', (tx) =>
    shipOrder(tx, 'asha', numberOf(orderId), parcel, { allowsUnpaid: true, now }),
  )
}

async function delivered() {
  const order = await store.placeOrder(SHOP)
  await move(order.orderId, 1)
  await ship(order.orderId)
  await move(order.orderId, 3)
  return order
}

const cancel = (host: string, orderId: string, body: unknown = {}, token?: string) =>
  store.call(host, `/orders/${orderId}/cancellation`, { body, ...(token && { token }) })

const sendBack = (orderId: string, changes: Record<string, unknown> = {}, token?: string) =>
  store.call(SHOP, `/orders/${orderId}/returns`, {
    body: { items: [{ id: `${orderId}-1`, quantity: 1 }], reason: 'Too small', ...changes },
    ...(token && { token }),
  })

const withdraw = (orderId: string, id: string, body: unknown = {}, token?: string) =>
  store.call(SHOP, `/orders/${orderId}/returns/${id}/withdrawal`, { body, ...(token && { token }) })

const decide = (id: string, status: 'accepted' | 'refused') =>
  withTenant(store.db, 'asha', (tx) => decideReturn(tx, 'asha', { id, status, now: store.clock.now }))

describe('an order of a shop without these capabilities', () => {
  it('has none of the details, and none of the calls', async () => {
    const order = await store.placeOrder(PLAIN)
    expect(Object.keys(await readOrder(PLAIN, order))).toEqual([
      'id',
      'status',
      'createdAt',
      'items',
      'shippingAddress',
    ])
    for (const call of ['cancellation', 'returns', 'returns/4TQ8XK2M/withdrawal']) {
      const body = call === 'returns' ? { items: [], reason: 'Too small' } : {}
      const path = `/orders/${order.orderId}/${call}`
      expect((await store.call(PLAIN, path, { body, token: order.token })).status).toBe(404)
    }
  })
})

describe('shipment', () => {
  it(
    'shows the steps with their times, the paid state and the parcel',
    { tags: ['@req-11.23'] },
    async () => {
      const order = await store.placeOrder(SHOP)
      await move(order.orderId, 1, new Date('2026-11-21T12:00:00Z'))
      await ship(order.orderId, new Date('2026-11-22T09:00:00Z'))
      expect(await readOrder(SHOP, order)).toMatchObject({
        status: 2,
        payment: 'unpaid',
        history: [
          { status: 0, at: '2026-11-21T10:00:00.000Z' },
          { status: 1, at: '2026-11-21T12:00:00.000Z' },
          { status: 2, at: '2026-11-22T09:00:00.000Z' },
        ],
        shipment: { ...PARCEL, shippedAt: '2026-11-22T09:00:00.000Z' },
        items: [{ productId: await store.productId(SHOP, 'kurta') }],
      })
    },
  )

  it('shows when an order was accepted for cash on delivery', async () => {
    const order = await store.placeOrder(SHOP)
    const fields = { method: 'cash-on-delivery', phone: '+919876543210' }
    const { body } = await store.call(SHOP, '/payments', {
      body: { orderId: order.orderId, fields },
      token: order.token,
    })
    expect(body.success).toBe(true)
    const { history, cashOnDelivery } = await readOrder(SHOP, order)
    expect(history).toEqual([
      { status: 0, at: '2026-11-21T10:00:00.000Z' },
      { status: 1, at: '2026-11-21T10:00:00.000Z' },
    ])
    expect(cashOnDelivery).toBe(true)
  })

  it('says what became of a parcel that was not delivered', { tags: ['@req-11.23'] }, async () => {
    const order = await store.placeOrder(SHOP)
    await move(order.orderId, 1)
    await ship(order.orderId)
    expect((await readOrder(SHOP, order)).shipment).not.toHaveProperty('parcel')
    await withTenant(store.db, 'asha', (tx) =>
      changeParcel(tx, 'asha', numberOf(order.orderId), 'send back', store.clock.now),
    )
    expect((await readOrder(SHOP, order)).shipment).toMatchObject({ parcel: 'on its way back' })
  })

  it('can be corrected, and keeps its date', async () => {
    const order = await store.placeOrder(SHOP)
    await move(order.orderId, 1)
    await ship(order.orderId)
    const again = await ship(order.orderId, new Date('2026-11-29T09:00:00Z'), {
      ...PARCEL,
      trackingNumber: '1491',
    })
    expect(again).toMatchObject({ isFirst: false, replaced: { trackingNumber: '1490' } })
    expect((await readOrder(SHOP, order)).shipment).toEqual({
      ...PARCEL,
      trackingNumber: '1491',
      shippedAt: '2026-11-21T10:00:00.000Z',
    })
  })

  it.each([
    ['pending', async () => undefined, 'is pending'],
    ['cancelled', (orderId: string) => move(orderId, 4), "is cancelled and can't become shipped"],
  ])('of a %s order is refused', async (_, prepare, reason) => {
    const { orderId } = await store.placeOrder(SHOP)
    await prepare(orderId)
    await expect(ship(orderId)).rejects.toThrow(reason)
  })
})

describe('a cancellation', () => {
  it('asks for the token of the account as a bearer token', { tags: ['@asvs-8.2.1'] }, async () => {
    const { orderId, token } = await store.placeOrder(SHOP)
    for (const authorization of [`Basic ${token}`, token, `Bearer:${token}`]) {
      const headers = { authorization }
      const refused = await store.call(SHOP, `/orders/${orderId}/cancellation`, { body: {}, headers })
      expect([refused.status, refused.body]).toEqual([401, { error: 'Please sign in.' }])
    }
    expect((await cancel(SHOP, orderId, {}, token)).status).toBe(200)
  })

  it('by its account cancels the order, once', async () => {
    const { orderId, token } = await store.placeOrder(SHOP)
    const first = await cancel(SHOP, orderId, {}, token)
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({ id: orderId, status: 4, cancellable: false, payment: 'unpaid' }),
    ])
    const again = await cancel(SHOP, orderId, {}, token)
    expect([again.status, again.body]).toEqual([409, { error: "This order can't be cancelled any more." }])
  })

  it('by e-mail or phone needs no account', async () => {
    for (const contactInfo of ['email', '+91 98765 43210']) {
      const order = await store.placeOrder(SHOP)
      const contact = contactInfo === 'email' ? order.email : contactInfo
      expect((await cancel(SHOP, order.orderId, { contactInfo: contact })).body.status).toBe(4)
    }
  })

  it('by others is refused', async () => {
    const { orderId, email } = await store.placeOrder(SHOP)
    const other = await store.signIn(SHOP)
    expect((await cancel(SHOP, orderId, {})).status).toBe(401)
    expect((await cancel(SHOP, orderId, {}, other.token)).status).toBe(404)
    expect((await cancel(SHOP, orderId, { contactInfo: other.email }, other.token)).status).toBe(404)
    expect((await cancel(SHOP, orderId, { contactInfo: email })).status).toBe(200)
  })

  it('of a shipped order is refused', { tags: ['@req-11.24'] }, async () => {
    const { orderId, token } = await store.placeOrder(SHOP)
    await move(orderId, 1)
    await ship(orderId)
    expect((await cancel(SHOP, orderId, {}, token)).status).toBe(409)
  })

  it('of a paid order makes its refund due', async () => {
    const { orderId, token } = await store.placeOrder(SHOP)
    await withTenant(store.db, 'asha', (tx) =>
      advanceOrder(tx, 'asha', numberOf(orderId), 1, {
        receipt: { method: 'cash', reference: 'till 1' },
        now: store.clock.now,
      }),
    )
    expect((await cancel(SHOP, orderId, {}, token)).body.payment).toBe('refund due')
  })

  it('says how much is due, and when and how it was sent back', { tags: ['@req-11.23'] }, async () => {
    const order = await store.placeOrder(SHOP)
    const { orderId, token } = order
    const receipt = { method: 'upi', reference: '412345678901' } as const
    await withTenant(store.db, 'asha', (tx) =>
      advanceOrder(tx, 'asha', numberOf(orderId), 1, { receipt, now: store.clock.now }),
    )
    expect(await readOrder(SHOP, order)).toMatchObject({ payment: 'paid', refunds: [] })
    const { body } = await cancel(SHOP, orderId, {}, token)
    expect(body.refunds).toEqual([{ amount: 999.5, way: 'upi' }])
    const back = (reference: string, amountPaise?: number) =>
      withTenant(store.db, 'asha', (tx) =>
        recordRefund(tx, 'asha', {
          ...{ named: receipt.reference, reference, amountPaise },
          now: new Date('2026-11-24T20:00:00Z'),
        }),
      )
    await back('rfnd_1', 50_000)
    const sent = { way: 'upi', sentAt: '2026-11-24T20:00:00.000Z' }
    expect((await readOrder(SHOP, order)).refunds).toEqual([
      { ...sent, amount: 500, reference: 'rfnd_1' },
      { amount: 499.5, way: 'upi' },
    ])
    await back('rfnd_2')
    expect(await readOrder(SHOP, order)).toMatchObject({
      payment: 'refunded',
      refunds: [
        { ...sent, amount: 500, reference: 'rfnd_1' },
        { ...sent, amount: 499.5, reference: 'rfnd_2' },
      ],
    })
  })
})

describe('a return', () => {
  it('of a delivered order is requested, and the shop decides', { tags: ['@req-11.25'] }, async () => {
    const order = await delivered()
    expect(await readOrder(SHOP, order)).toMatchObject({
      returnableUntil: '2026-12-01T10:00:00.000Z',
      items: [{ returnable: 1 }],
      returns: [],
    })
    const { status, body } = await sendBack(order.orderId, {}, order.token)
    expect([status, body.returns, body.items[0].returnable]).toEqual([
      201,
      [
        {
          id: expect.stringMatching(/^[0-9A-Z]{8}$/),
          status: 'requested',
          withdrawable: true,
          items: [{ id: `${order.orderId}-1`, quantity: 1 }],
          reason: 'Too small',
          createdAt: '2026-11-21T10:00:00.000Z',
        },
      ],
      0,
    ])
    const decision = {
      id: body.returns[0].id,
      status: 'refused' as const,
      note: 'Worn',
      now: store.clock.now,
    }
    await withTenant(store.db, 'asha', (tx) => decideReturn(tx, 'asha', decision))
    const after = await readOrder(SHOP, order)
    expect([after.returns[0].status, after.returns[0].note]).toEqual(['refused', 'Worn'])
    // After a refusal the pieces may be asked for again.
    expect(after.items[0].returnable).toBe(1)
    await expect(withTenant(store.db, 'asha', (tx) => decideReturn(tx, 'asha', decision))).rejects.toThrow(
      'is already refused',
    )
  })

  it('is withdrawn by its shopper before the pieces are back', { tags: ['@req-11.25'] }, async () => {
    const order = await delivered()
    const { token, orderId, email } = order
    const ask = async () => {
      const { returns } = (await sendBack(orderId, {}, token)).body
      return returns.find(({ status }: { status: string }) => status === 'requested').id as string
    }
    const find = (returns: { id: string }[], id: string) => returns.find((one) => one.id === id)
    const requested = await ask()
    const { status, body } = await withdraw(orderId, requested, {}, token)
    expect([status, body.returns, body.items[0].returnable]).toEqual([
      200,
      [
        expect.objectContaining({
          ...{ id: requested, status: 'refused', stage: 'withdrawn', withdrawable: false },
        }),
      ],
      1,
    ])
    const again = await withdraw(orderId, requested, {}, token)
    expect([again.status, again.body]).toEqual([409, { error: "This return can't be withdrawn any more." }])

    const accepted = await ask()
    await decide(accepted, 'accepted')
    expect(find((await readOrder(SHOP, order)).returns, accepted)).toMatchObject({ withdrawable: true })
    const byGuest = await withdraw(orderId, accepted, { contactInfo: email })
    expect(find(byGuest.body.returns, accepted)).toMatchObject({ stage: 'withdrawn' })

    const received = await ask()
    await decide(received, 'accepted')
    const { now } = store.clock
    await withTenant(store.db, 'asha', (tx) =>
      receiveReturn(tx, 'asha', { id: received, isSpoiled: false, now }),
    )
    expect(find((await readOrder(SHOP, order)).returns, received)).toMatchObject({ withdrawable: false })
    expect((await withdraw(orderId, received, {}, token)).status).toBe(409)
  })

  it('is withdrawn by nobody else, and not by another order', async () => {
    const [one, other] = [await delivered(), await delivered()]
    const { id } = (await sendBack(one.orderId, {}, one.token)).body.returns[0]
    expect((await withdraw(one.orderId, id)).status).toBe(401)
    expect((await withdraw(one.orderId, id, {}, other.token)).status).toBe(404)
    expect((await withdraw(one.orderId, id, { contactInfo: other.email })).status).toBe(404)
    expect((await withdraw(other.orderId, id, {}, other.token)).status).toBe(404)
    expect((await readOrder(SHOP, one)).returns[0].status).toBe('requested')
  })

  it.each([
    ['more pieces than were bought', { items: [{ id: 'own', quantity: 2 }] }],
    ['the same piece twice', { items: [1, 1].map((quantity) => ({ id: 'own', quantity })) }],
    ['a piece more and one less', { items: [2, -1].map((quantity) => ({ id: 'own', quantity })) }],
    ['no pieces of a bought item', { items: [1, 0].map((quantity) => ({ id: 'own', quantity })) }],
    ['a piece with a field that is not known', { items: [{ id: 'own', quantity: 1, price: 1 }] }],
    ['no piece', { items: [] }],
    ['a piece of another order', { items: [{ id: 'X-1', quantity: 1 }] }],
    ['an empty reason', { reason: ' ' }],
    ['an endless reason', { reason: 'x'.repeat(501) }],
  ])('of %s is refused', async (_, changes) => {
    const { orderId, token } = await delivered()
    const body = JSON.parse(JSON.stringify(changes).replaceAll('"own"', `"${orderId}-1"`))
    expect((await sendBack(orderId, body, token)).status).toBe(422)
  })

  it('before delivery, and after its days, is refused', async () => {
    const early = await store.placeOrder(SHOP)
    const refused = await sendBack(early.orderId, {}, early.token)
    expect([refused.status, refused.body]).toEqual([409, { error: "This order can't be returned." }])
    const order = await store.placeOrder(SHOP)
    const past = new Date(store.clock.now.getTime() - 10 * DAY_MS - 1000)
    await move(order.orderId, 1, past)
    await ship(order.orderId, past)
    await move(order.orderId, 3, past)
    const late = await sendBack(order.orderId, {}, order.token)
    expect([late.status, late.body]).toEqual([409, { error: 'The time to return this order is over.' }])
    expect(await readOrder(SHOP, order)).not.toHaveProperty('returnableUntil')
  })

  it('by a guest needs the e-mail or phone of the order', async () => {
    const { orderId, email } = await delivered()
    expect((await sendBack(orderId, { contactInfo: 'other@example.com' })).status).toBe(404)
    expect((await sendBack(orderId, { contactInfo: email })).status).toBe(201)
  })

  it('is in the export of the account, and loses its reason when the account is erased', async () => {
    const order = await delivered()
    await sendBack(order.orderId, {}, order.token)
    const { lines } = await run(store.db, '.', 'users', 'export', 'asha', order.email)
    const exported = JSON.parse(lines.join('\n')) as { orders: { returns: object[] }[] }
    expect(exported.orders[0]?.returns).toMatchObject([
      { order: order.orderId, reason: 'Too small', note: null, items: [{ quantity: 1 }] },
    ])
    await withTenant(store.db, 'asha', async (tx) => {
      // An erasure waits until the return is decided.
      await tx
        .update(orderReturns)
        .set({ status: 'refused', note: 'The seal was broken.' })
        .where(eq(orderReturns.orderNumber, numberOf(order.orderId)))
      const account = await findCredentials(tx, 'asha', order.email)
      const erased = await erasePerson(tx, 'asha', { userId: account?.id ?? '' }, store.clock.now)
      expect(erased.openOrders).toBe(0)
    })
    const rows = await withTenant(store.db, 'asha', (tx) =>
      tx
        .select({ reason: orderReturns.reason, note: orderReturns.note })
        .from(orderReturns)
        .where(eq(orderReturns.orderNumber, numberOf(order.orderId))),
    )
    expect(rows).toEqual([{ reason: '', note: null }])
  })
})

describe('an invoice', () => {
  it('has HSN code and GST rate where the product has valid ones', async () => {
    const { token } = await store.signIn(SHOP)
    const products = {
      [await store.productId(SHOP, 'kurta')]: 1,
      [await store.productId(SHOP, 'saree')]: 1,
    }
    const { body } = await store.call(SHOP, '/orders', {
      body: { products, shippingAddress: ADDRESS },
      token,
    })
    const { items, invoice } = await readOrder(SHOP, { orderId: body.id, token })
    const facts = items.map(({ hsn, gstRate }: { hsn?: string; gstRate?: number }) => [hsn, gstRate])
    expect([facts, invoice]).toEqual([
      [
        ['620442', 5],
        [undefined, undefined],
      ],
      { recipient: 'Asha Rao' },
    ])
  })

  it('names the recipient for its account alone', async () => {
    const { orderId, email } = await store.placeOrder(SHOP)
    const { body } = await store.call(SHOP, `/orders/${orderId}?contactInfo=${encodeURIComponent(email)}`)
    expect(body.invoice).toEqual({})
  })
})
