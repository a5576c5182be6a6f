import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { orderItems, orders, payments } from '../../../../api/db/schema.ts'
import { newOfferId } from '../../../../api/ids.ts'
import { checkMoney } from '../../../../api/modules/orders/check-books.ts'
import { addOffer, stopOffer } from '../../../../api/modules/offers/offers.ts'
import type { Offer } from '../../../../api/modules/offers/apply-offers.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { parseOrderRefusal } from '@tanabana/contract/order.ts'
import { run } from '../../../cli/command-line.ts'
import {
  ADDRESS,
  ASHA,
  BELA,
  changeCatalogue,
  openStore,
  product,
  type Store,
} from '../../../kit/api/store.ts'

const SHOP = 'asha.localhost'
const CAPABILITIES: Capability[] = [
  ...(['order-lines', 'expected-total', 'quotes', 'offers', 'payment-state', 'payment-links'] as const),
  ...(['shipment', 'returns', 'invoice', 'cash-on-delivery'] as const),
]

let store: Store
let kurta: string
let saree: string

beforeAll(async () => {
  store = await openStore([])
}, 60_000)
afterAll(() => store.close())

const inShop = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(store.db, 'asha', work)

beforeEach(async () => {
  await claim(CAPABILITIES)
  await inShop(async (tx) => {
    await tx.delete(orders).where(eq(orders.tenantId, 'asha'))
  })
  await changeCatalogue(store.db, 'asha', (tx) =>
    writeProducts(tx, 'asha', [
      product('kurta', { regularPrice: 1499, attributes: [{ key: 'GST rate', value: ['5%'] }] }),
      product('saree', {
        regularPrice: 333.35,
        category: 'Sarees',
        parentCategory: 'Sarees',
        attributes: [],
      }),
    ]),
  )
  kurta = await store.productId(SHOP, 'kurta')
  saree = await store.productId(SHOP, 'saree')
})

function claim(capabilities: Capability[]) {
  return putTenant(store.db, { ...ASHA, hosts: [SHOP], record: { ...ASHA.record, capabilities } })
}

let names = 0
/** Adds an offer with a code of its own, or with none. */
async function offer({ code, ...changes }: Partial<Offer> = {}): Promise<{ id: string; code: string }> {
  const id = newOfferId()
  const named = code === undefined ? `CODE${++names}` : code
  const terms = { label: 'Festive offer', kind: 'percent' as const, value: 10, createdAt: store.clock.now }
  await inShop((tx) => addOffer(tx, 'asha', { id, code: named, ...terms, ...changes }))
  return { id, code: named ?? '' }
}

const stop = (id: string) => inShop((tx) => stopOffer(tx, 'asha', id, store.clock.now))

const line = (productId: string, quantity = 1) => ({ productId, quantity })

async function quote(body: object, token?: string) {
  const response = await store.call(SHOP, '/quotes', { body, ...(token && { token }) })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body
}

function order(lines: { productId: string; quantity: number }[], token: string, body: object = {}) {
  const products = Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]))
  return store.call(SHOP, '/orders', { token, body: { products, lines, shippingAddress: ADDRESS, ...body } })
}

async function stored(orderId: string) {
  const number = orderId.replaceAll('-', '')
  return inShop(async (tx) => {
    const isOrder = and(eq(orders.tenantId, 'asha'), eq(orders.number, number))
    const [row] = await tx.select().from(orders).where(isOrder)
    const items = await tx
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderNumber, number))
      .orderBy(orderItems.line)
    return { ...row, items }
  })
}

describe('an order with a code', { tags: ['@req-11.30'] }, () => {
  it('costs what its quote said, and tells its discount beside items at their prices', async () => {
    const { token } = await store.signIn(SHOP)
    const { code, id } = await offer()
    const lines = [line(kurta), line(saree, 2)]
    const quoted = await quote({ lines, offerCode: ` ${code.toLowerCase()} ` }, token)
    expect(quoted).toMatchObject({
      subtotal: 216_570,
      discount: { code, label: 'Festive offer', amount: 21_657 },
      total: 194_913,
      payable: 194_913,
    })
    const placed = await order(lines, token, { offerCode: code, expectedTotal: quoted.total })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    expect(await stored(placed.body.id)).toMatchObject({
      total: 194_913,
      offerId: id,
      offerCode: code,
      discount: 21_657,
      items: [
        { price: 149_900, discount: 14_990 },
        { price: 33_335, discount: 6_667 },
      ],
    })
    const [shown] = (await store.call(SHOP, '/orders', { token })).body
    expect(shown.discount).toEqual({ label: 'Festive offer', code, amount: 216.57 })
    expect(shown.items).toMatchObject([
      { price: 1499, discount: 149.9 },
      { price: 333.35, quantity: 2, discount: 66.67 },
    ])
  })

  it('is paid, owed back and counted at what it costs', async () => {
    const { token } = await store.signIn(SHOP)
    const { code } = await offer({ kind: 'amount', value: 20_000 })
    const { id: orderId } = (await order([line(kurta)], token, { offerCode: code })).body
    expect((await store.call(SHOP, `/orders/${orderId}/payment`, { token })).body.total).toBe(1299)
    const { token: link } = (await store.call(SHOP, `/orders/${orderId}/payment-link`, { token, body: {} }))
      .body
    expect((await store.call(SHOP, `/payment-links/${link}`)).body).toMatchObject({
      payment: { total: 1299 },
      discount: { amount: 200 },
    })
    const body = { orderId, fields: { method: 'card', phone: '+919876543210' } }
    const { action } = (await store.call(SHOP, '/payments', { token, body })).body
    const form = { ...action.formParams.data, decision: 'approve' }
    await store.request(SHOP, '/sandbox/pay/decision', { form })
    const [payment] = await inShop((tx) => tx.select().from(payments))
    expect(payment).toMatchObject({ amount: 129_900, status: 'paid' })
    await run(store.db, '.', 'orders', 'advance', 'asha', orderId, '--to', 'cancelled')
    const [cancelled] = (await store.call(SHOP, '/orders', { token })).body
    expect(cancelled).toMatchObject({ payment: 'refund due', refunds: [{ amount: 1299 }] })
    expect(await inShop((tx) => checkMoney(tx, 'asha'))).toEqual([])
    await inShop((tx) => tx.delete(payments).where(eq(payments.tenantId, 'asha')))
  })

  it('returns in parts what its pieces cost, together the whole of the line', async () => {
    const { token } = await store.signIn(SHOP)
    const { code } = await offer({ kind: 'amount', value: 10_000 })
    const { id: orderId } = (await order([line(saree, 3)], token, { offerCode: code })).body
    await run(store.db, '.', 'payments', 'received', 'asha', orderId, '--reference', 'UTR1')
    for (const to of ['shipped', 'delivered']) {
      await run(store.db, '.', 'orders', 'advance', 'asha', orderId, '--to', to)
    }
    store.clock.now = new Date()
    const values = []
    for (let piece = 0; piece < 3; piece += 1) {
      const { body } = await store.call(SHOP, `/orders/${orderId}/returns`, {
        token,
        body: { items: [{ id: `${orderId}-1`, quantity: 1 }], reason: 'Too small' },
      })
      const asked = body.returns.find(({ status }: { status: string }) => status === 'requested')
      const { lines } = await run(store.db, '.', 'returns', 'accept', 'asha', asked.id)
      values.push(/The pieces cost (\S+)\. /.exec(lines[1] ?? '')?.[1])
    }
    expect(values).toEqual(['₹300.02', '₹300.02', '₹300.01'])
    const { lines } = await run(store.db, '.', 'orders', 'show', 'asha', orderId)
    expect(lines.join('\n')).toContain(`Discount ₹100.00: Festive offer (${code})`)
    await inShop((tx) => tx.delete(payments).where(eq(payments.tenantId, 'asha')))
  })
})

describe('a code that gives no discount', { tags: ['@req-11.30'] }, () => {
  it.each([
    ['unknown', null, {}],
    ['ended', { endsAt: new Date('2026-11-01T00:00:00Z') }, {}],
    ['not-started', { startsAt: new Date('2126-11-01T00:00:00Z') }, {}],
    ['category', { category: 'Sarees' }, {}],
    ['minimum', { minimum: 200_000 }, { minimum: 200_000 }],
  ] as const)('%s: the quote says why, and the order is refused with it', async (reason, terms, more) => {
    const { token } = await store.signIn(SHOP)
    const offerCode = terms === null ? 'NOSUCHCODE' : (await offer(terms)).code
    const quoted = await quote({ lines: [line(kurta)], offerCode }, token)
    expect(quoted).toMatchObject({ offerRefusal: { reason, ...more }, total: 149_900 })
    const refused = await order([line(kurta)], token, { offerCode })
    expect(refused).toMatchObject({ status: 409, body: { quote: { offerRefusal: { reason } } } })
    expect(parseOrderRefusal(refused.body)?.code).toBe('offer-refused')
  })

  it('is that of another shop', async () => {
    const { code } = await offer()
    await putTenant(store.db, { ...BELA, record: { ...BELA.record, capabilities: ['quotes', 'offers'] } })
    const { body } = await store.call('bela.localhost', '/quotes', {
      body: { lines: [line('x')], offerCode: code },
    })
    expect(body.offerRefusal.reason).toBe('unknown')
  })

  it('is any, in a shop without the capability', async () => {
    const { code, id } = await offer({ code: 'SWITCHED' })
    const automatic = await offer({ code: null })
    await claim(['order-lines', 'quotes'])
    expect(await quote({ lines: [line(kurta)], offerCode: code })).toMatchObject({
      offerRefusal: { reason: 'unknown' },
      total: 149_900,
    })
    for (const one of [id, automatic.id]) await stop(one)
  })
})

describe('an offer for every order that fits', { tags: ['@req-11.30'] }, () => {
  it('needs no code, yields to one, and ends with a changed total', async () => {
    const { token } = await store.signIn(SHOP)
    const automatic = await offer({ code: null, value: 5, label: 'Welcome' })
    const small = await offer({ value: 1 })
    const lines = [line(kurta)]
    expect((await quote({ lines })).discount).toEqual({ label: 'Welcome', amount: 7_495 })
    expect((await quote({ lines, offerCode: small.code })).discount).toMatchObject({ amount: 1_499 })
    expect(await quote({ lines, offerCode: 'NOSUCHCODE' })).toMatchObject({
      discount: { label: 'Welcome' },
      offerRefusal: { reason: 'unknown' },
    })
    const placed = await order(lines, token, { expectedTotal: 142_405 })
    expect(await stored(placed.body.id)).toMatchObject({
      total: 142_405,
      offerCode: null,
      offerLabel: 'Welcome',
    })
    await stop(automatic.id)
    const refused = await order(lines, token, { expectedTotal: 142_405 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'total-changed', total: 149_900 } })
  })
})

describe('the uses of an offer', { tags: ['@req-11.30'] }, () => {
  const reasonOf = async (offerCode: string, token?: string) =>
    (await quote({ lines: [line(kurta)], offerCode }, token)).offerRefusal?.reason

  it('count for an account, until the order is cancelled', async () => {
    const [one, other] = [await store.signIn(SHOP), await store.signIn(SHOP)]
    const { code } = await offer({ perCustomer: 1 })
    const { id } = (await order([line(kurta)], one.token, { offerCode: code })).body
    expect(await reasonOf(code, one.token)).toBe('per-customer')
    expect(await reasonOf(code, other.token)).toBeUndefined()
    expect(await reasonOf(code)).toBeUndefined()
    await run(store.db, '.', 'orders', 'advance', 'asha', id, '--to', 'cancelled')
    expect(await reasonOf(code, one.token)).toBeUndefined()
  })

  it('are the first order of an account', async () => {
    const { token } = await store.signIn(SHOP)
    const { code } = await offer({ firstOrderOnly: true })
    expect(await reasonOf(code, token)).toBeUndefined()
    await order([line(kurta)], token)
    expect(await reasonOf(code, token)).toBe('first-order')
    expect((await order([line(kurta)], token, { offerCode: code })).status).toBe(409)
  })

  it('are no more than its number, however many buy at the same time', async () => {
    const { code, id } = await offer({ maxUses: 10 })
    const people = await Promise.all(Array.from({ length: 100 }, () => store.signIn(SHOP)))
    const responses = await Promise.all(
      people.map(({ token }) => order([line(kurta)], token, { offerCode: code })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(responses.filter(({ body }) => body.code === 'offer-refused')).toHaveLength(90)
    const rows = await inShop((tx) => tx.select().from(orders).where(eq(orders.offerId, id)))
    expect(rows).toHaveLength(10)
    const { lines } = await run(store.db, '.', 'offers', 'list', 'asha')
    expect(lines.find((text) => text.startsWith(code))).toContain('10 orders, ₹1,499.00 given')
  }, 60_000)
})
