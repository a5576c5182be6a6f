import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../../api/db/index.ts'
import { orders, payments, products, productVariants } from '../../../api/db/schema.ts'
import { formatOrderNumber, parseOrderNumber } from '../../../api/ids.ts'
import { writeProducts } from '../../../api/modules/catalogue/write.ts'
import { ORDER_STATUS } from '../../../api/modules/orders/lifecycle/order-rules.ts'
import { releaseUnpaidOrders } from '../../../api/jobs/release-unpaid-orders.ts'
import { recordReceipt } from '../../../api/modules/orders/receipts.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { passTime } from '../../kit/api/pass-time.ts'
import { cashfreeLink } from '../../kit/api/cashfree-link.ts'
import { ACCOUNTS, openPaymentShops } from '../../kit/api/payment-shops.ts'
import { run } from '../../cli/command-line.ts'
import { ADDRESS, ASHA, changeCatalogue, product } from '../../kit/api/store.ts'

const HOST = 'asha.example'
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000

let shops: Awaited<ReturnType<typeof openPaymentShops>>
let published: string[]

beforeAll(async () => {
  shops = await openPaymentShops()
  await shops.use(ACCOUNTS.cashfree)
  shops.stub.respond((request) => cashfreeLink(request, 'ACTIVE', JSON.parse(request.body).link_amount))
}, 60_000)

afterAll(() => shops.close())

beforeEach(async () => {
  published = []
  await putTenant(shops.db, { ...ASHA, orderLimits: {} })
  await withTenant(shops.db, 'asha', (tx) => tx.delete(orders))
  const counted = product('counted', {
    options: [{ name: 'Size', values: ['M'] }],
    variants: [{ options: { Size: 'M' }, regularPrice: 1499, stock: 2, images: [] }],
  })
  await changeCatalogue(shops.db, 'asha', (tx) => writeProducts(tx, 'asha', [counted]))
})

const services = () => ({
  db: shops.db,
  now: () => shops.clock.now,
  log: (entry: Record<string, unknown>) => shops.log.push(entry),
  purge: async ({ id }: { id: string }) => {
    published.push(id)
    return []
  },
})

const release = () => releaseUnpaidOrders(services())
const later = (ms: number) => passTime(shops.clock, ms)

async function stock(): Promise<number | null | undefined> {
  const [row] = await withTenant(shops.db, 'asha', (tx) => tx.select().from(productVariants))
  return row?.stock
}

async function isOnSale(): Promise<boolean | undefined> {
  const [row] = await withTenant(shops.db, 'asha', (tx) =>
    tx.select({ available: products.available }).from(products).where(eq(products.key, 'counted')),
  )
  return row?.available
}

async function placeOrder(quantity: number, key = 'counted') {
  const { token } = await shops.signIn(HOST)
  const productId = await shops.productId(HOST, key)
  const { status, body } = await shops.call(HOST, '/orders', {
    token,
    body: { products: { [productId]: quantity }, shippingAddress: ADDRESS },
  })
  expect(status).toBe(201)
  const orderId = String(body.id)
  const pay = (fields: Record<string, string>) =>
    shops.call(HOST, '/payments', { token, body: { orderId, fields } })
  const statusNow = () => shops.statusOf(HOST, orderId, token)
  return { orderId, number: parseOrderNumber(orderId) ?? '', pay, statusNow, token }
}

const CARD = { method: 'card', phone: '+919876543210' }
const UPI = { method: 'upi-qr', phone: '+919876543210' }

const receive = (number: string) =>
  withTenant(shops.db, 'asha', (tx) =>
    recordReceipt(tx, 'asha', {
      orderNumber: number,
      receipt: { method: 'upi', reference: `UTR ${number}` },
      newId: `by-hand-${number}`,
      now: shops.clock.now,
    }),
  )

describe('an unpaid order that holds stock', () => {
  it(
    'gives its pieces back after 20 minutes, once, and stays Pending',
    { tags: ['@req-11.16'] },
    async () => {
      const order = await placeOrder(2)
      expect(await stock()).toBe(0)
      later(20 * MINUTE_MS - 1)
      await release()
      expect(await stock()).toBe(0)
      later(1)
      await release()
      await release()
      expect(await stock()).toBe(2)
      expect(await order.statusNow()).toBe(ORDER_STATUS.pending)
    },
  )

  it('takes them again once by a payment link, which leaves the last time to the account', async () => {
    const order = await placeOrder(2)
    const { body: link } = await shops.call(HOST, `/orders/${order.orderId}/payment-link`, {
      method: 'POST',
      token: order.token,
    })
    const payByLink = () =>
      shops.call(HOST, `/payment-links/${link.token}/payments`, { body: { fields: CARD } })
    later(20 * MINUTE_MS)
    await release()
    expect((await payByLink()).body.success).toBe(true)
    expect(await stock()).toBe(0)
    later(15 * MINUTE_MS)
    await release()
    expect((await payByLink()).body).toMatchObject({ success: false, hold: { kind: 'ended' } })
    expect((await order.pay(CARD)).body.success).toBe(true)
  })

  it('holds them for as long as its shop says', async () => {
    await putTenant(shops.db, { ...ASHA, orderLimits: { holdMinutes: 120 } })
    await placeOrder(1)
    later(120 * MINUTE_MS - 1)
    await release()
    expect(await stock()).toBe(1)
    later(1)
    await release()
    expect(await stock()).toBe(2)
  })

  it('gives them back once to simultaneous passes', async () => {
    await Promise.all([placeOrder(1), placeOrder(1)])
    later(20 * MINUTE_MS)
    await Promise.all([release(), release(), release(), release()])
    expect(await stock()).toBe(2)
  })

  it('takes them again for 15 minutes when a payment starts, twice, and then asks for a new order', async () => {
    const order = await placeOrder(2)
    later(20 * MINUTE_MS)
    for (let start = 0; start < 2; start += 1) {
      await release()
      expect(await stock()).toBe(2)
      expect((await order.pay(CARD)).body.success).toBe(true)
      expect(await stock()).toBe(0)
      later(15 * MINUTE_MS - 1)
      await release()
      expect(await stock()).toBe(0)
      later(1)
    }
    await release()
    expect(await stock()).toBe(2)
    const { status, body } = await order.pay(CARD)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: false,
      error: 'The pieces of this order are no longer held for you. Please place a new order.',
      hold: { kind: 'ended' },
    })
    expect(await stock()).toBe(2)
    expect(await order.statusNow()).toBe(ORDER_STATUS.pending)
  })

  it('is held to the end of its time, not longer, by payments that start early', async () => {
    const order = await placeOrder(2)
    for (let start = 0; start < 10; start += 1) expect((await order.pay(CARD)).body.success).toBe(true)
    later(20 * MINUTE_MS)
    await release()
    expect(await stock()).toBe(2)
  })

  it('is held for 15 minutes more by a payment that starts in its last minutes, at most 50 minutes in all', async () => {
    const order = await placeOrder(2)
    later(19 * MINUTE_MS)
    await order.pay(CARD)
    later(14 * MINUTE_MS)
    await release()
    expect(await stock()).toBe(0)
    await order.pay(CARD)
    later(14 * MINUTE_MS)
    await release()
    expect(await stock()).toBe(0)
    expect((await order.pay(CARD)).body.success).toBe(true)
    later(MINUTE_MS)
    await release()
    expect(await stock()).toBe(2)
  })

  it('names the line that is gone when a payment starts too late', async () => {
    const order = await placeOrder(2)
    later(20 * MINUTE_MS)
    await release()
    await placeOrder(1)
    const few = await order.pay(CARD)
    expect(few.body).toEqual({
      success: false,
      error:
        "Only 1 of Title of counted in M is left, so this order can't be paid any more. Please place a new order.",
      hold: { kind: 'gone', product: 'Title of counted', choice: 'M', left: 1 },
    })
    await placeOrder(1)
    expect((await order.pay(CARD)).body).toMatchObject({
      error:
        "Title of counted in M is sold out, so this order can't be paid any more. Please place a new order.",
      hold: { kind: 'gone', left: 0 },
    })
    expect(await stock()).toBe(0)
  })

  it('gives the pieces to one of two shoppers who start to pay at the same time', async () => {
    const first = await placeOrder(2)
    later(20 * MINUTE_MS)
    await release()
    const second = await placeOrder(2)
    later(20 * MINUTE_MS)
    await release()
    expect(await stock()).toBe(2)
    const outcomes = await Promise.all([first.pay(CARD), second.pay(CARD)])
    expect(outcomes.map(({ body }) => body.success).toSorted()).toEqual([false, true])
    expect(await stock()).toBe(0)
  })

  it('is paid by a payment that arrives after its time, with its pieces while they are there', async () => {
    const order = await placeOrder(2)
    later(20 * MINUTE_MS)
    await release()
    expect(await receive(order.number)).toMatchObject({ outcome: 'order paid', oversold: 0 })
    expect(await order.statusNow()).toBe(ORDER_STATUS.processing)
    expect(await stock()).toBe(0)
    later(500 * HOUR_MS)
    await release()
    expect(await stock()).toBe(0)
  })

  it('keeps the money of a payment that arrives when the pieces are sold, and tells the merchant', async () => {
    const order = await placeOrder(2)
    later(20 * MINUTE_MS)
    await release()
    await placeOrder(1)
    expect(await receive(order.number)).toMatchObject({ outcome: 'order paid', oversold: 1 })
    expect(await order.statusNow()).toBe(ORDER_STATUS.processing)
    expect(await stock()).toBe(-1)
    const shown = formatOrderNumber(order.number)
    const listed = (await run(shops.db, '.', 'orders', 'list', 'asha')).lines
    expect(listed.find((line) => line.startsWith(shown))).toContain('1 piece not in stock')
    const [, item] = (await run(shops.db, '.', 'orders', 'show', 'asha', shown)).lines
    expect(item).toContain('1 not in stock')
    await run(shops.db, '.', 'orders', 'advance', 'asha', shown, '--to', 'cancelled')
    expect(await stock()).toBe(1)
  })

  it('takes its pieces again when the merchant moves it on unpaid', async () => {
    const order = await placeOrder(2)
    later(20 * MINUTE_MS)
    await release()
    const { lines } = await run(
      shops.db,
      '.',
      'orders',
      'advance',
      'asha',
      formatOrderNumber(order.number),
      '--unpaid',
    )
    expect(lines).toEqual([`Order ${formatOrderNumber(order.number)}: pending → processing.`])
    expect(await stock()).toBe(0)
  })

  it('waits for the money that its shop confirms by hand, and takes the reference of a transfer at any time', async () => {
    await shops.use()
    await putTenant(shops.db, { ...ASHA, payee: { ...ASHA.payee, confirmsWithinHours: 12 } })
    const order = await placeOrder(1)
    expect((await order.pay(UPI)).body.success).toBe(true)
    later(60 * MINUTE_MS)
    await release()
    expect(await stock()).toBe(2)
    await placeOrder(2)
    expect((await order.pay({ ...UPI, reference: '412345678901' })).body.success).toBe(true)
    expect((await order.pay(UPI)).body).toMatchObject({ success: false, hold: { kind: 'gone', left: 0 } })
    expect(await receive(order.number)).toMatchObject({ outcome: 'order paid', oversold: 1 })
    await shops.use(ACCOUNTS.cashfree)
  })

  it('puts its product back on sale and purges the pages of the shop', async () => {
    await placeOrder(2)
    await withTenant(shops.db, 'asha', (tx) =>
      tx.update(products).set({ available: false }).where(eq(products.key, 'counted')),
    )
    later(20 * MINUTE_MS)
    await release()
    expect(await isOnSale()).toBe(true)
    expect(published).toEqual(['asha'])
  })
})

describe.each([
  ['with counted stock', 'counted'],
  ['without counted stock', 'saree'],
])('an order %s that is unpaid', (_, key) => {
  it('is cancelled after 7 days', { tags: ['@req-11.16'] }, async () => {
    const order = await placeOrder(1, key)
    later(7 * DAY_MS - 1)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.pending)
    later(1)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.cancelled)
    expect(await stock()).toBe(2)
    expect((await order.pay(CARD)).body.error).toBe('This order was cancelled. Please place a new order.')
  })

  it('stays while the provider is still asked about a payment of it', async () => {
    const order = await placeOrder(1, key)
    later(7 * DAY_MS - 1)
    await order.pay(CARD)
    later(48 * HOUR_MS)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.pending)
    await withTenant(shops.db, 'asha', (tx) => tx.update(payments).set({ nextCheckAt: null }))
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.cancelled)
  })

  it('is cancelled where the account of its payment was removed, which no check reaches', async () => {
    const order = await placeOrder(1, key)
    await order.pay(CARD)
    await shops.use()
    later(7 * DAY_MS)
    await release()
    await shops.use(ACCOUNTS.cashfree)
    expect(await order.statusNow()).toBe(ORDER_STATUS.cancelled)
  })

  it('stays while its shop may confirm the payment; a payment afterwards is due for refund', async () => {
    await shops.use()
    await putTenant(shops.db, { ...ASHA, payee: { ...ASHA.payee, confirmsWithinHours: 12 } })
    const order = await placeOrder(1, key)
    later(7 * DAY_MS - MINUTE_MS)
    expect((await order.pay(UPI)).body.success).toBe(true)
    later(12 * HOUR_MS - MINUTE_MS)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.pending)
    later(MINUTE_MS)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.cancelled)
    expect((await receive(order.number)).outcome).toBe('refund due')
    expect(await order.statusNow()).toBe(ORDER_STATUS.cancelled)
    expect(await stock()).toBe(2)
    await shops.use(ACCOUNTS.cashfree)
  })

  it('stays once it is paid', async () => {
    const order = await placeOrder(1, key)
    await receive(order.number)
    later(20 * DAY_MS)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.processing)
  })
})
