import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { orders, payments, products, productVariants } from '../../../../api/db/schema.ts'
import { parseOrderNumber } from '../../../../api/ids.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { ORDER_STATUS } from '../../../../api/modules/orders/status.ts'
import { releaseUnpaidOrders } from '../../../../api/modules/orders/release-unpaid.ts'
import { recordReceipt } from '../../../../api/modules/payments/shop-payments.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { passTime } from '../../helpers/pass-time.ts'
import { ACCOUNTS, openPaymentShops } from '../../helpers/payment-shops.ts'
import { ADDRESS, ASHA, changeCatalogue, product } from '../../helpers/store.ts'

const HOST = 'asha.example'
const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60_000

let shops: Awaited<ReturnType<typeof openPaymentShops>>
let published: string[]

beforeAll(async () => {
  shops = await openPaymentShops()
  await shops.use(ACCOUNTS.cashfree)
  shops.stub.respond(({ body }) => ({
    status: 200,
    body: {
      link_id: JSON.parse(body).link_id,
      link_status: 'ACTIVE',
      link_currency: 'INR',
      link_amount: 1499,
      link_amount_paid: 0,
      link_url: `https://payments-test.cashfree.com/links/${JSON.parse(body).link_id}`,
    },
  }))
}, 60_000)

afterAll(() => shops.close())

beforeEach(async () => {
  published = []
  await putTenant(shops.db, { ...ASHA, holdStockHours: 24 })
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
  publish: async ({ id }: { id: string }) => {
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
  return { number: parseOrderNumber(orderId) ?? '', pay, statusNow, token }
}

describe('an unpaid order that holds stock', () => {
  it('is cancelled after the hours of its shop, and its pieces go back once', async () => {
    const order = await placeOrder(2)
    expect(await stock()).toBe(0)
    later(24 * HOUR_MS - 1)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.pending)
    later(1)
    await release()
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.cancelled)
    expect(await stock()).toBe(2)
  })

  it('is cancelled earlier where its shop holds stock for fewer hours', async () => {
    await putTenant(shops.db, { ...ASHA, holdStockHours: 2 })
    const order = await placeOrder(1)
    later(2 * HOUR_MS)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.cancelled)
  })

  it('gives its pieces back once to simultaneous passes', async () => {
    const numbers = await Promise.all([placeOrder(1), placeOrder(1)])
    later(24 * HOUR_MS)
    await Promise.all([release(), release(), release(), release()])
    expect(await stock()).toBe(2)
    for (const { statusNow } of numbers) expect(await statusNow()).toBe(ORDER_STATUS.cancelled)
  })

  it('stays while the provider is still asked about its payment', async () => {
    const order = await placeOrder(1)
    expect((await order.pay({ method: 'card', phone: '+919876543210' })).body.success).toBe(true)
    later(48 * HOUR_MS)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.pending)
    await withTenant(shops.db, 'asha', (tx) => tx.update(payments).set({ nextCheckAt: null }))
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.cancelled)
    expect(await stock()).toBe(2)
  })

  it('is cancelled where the account of its payment was removed, which no check reaches', async () => {
    const order = await placeOrder(1)
    await order.pay({ method: 'card', phone: '+919876543210' })
    await shops.use()
    later(24 * HOUR_MS)
    await release()
    await shops.use(ACCOUNTS.cashfree)
    expect(await order.statusNow()).toBe(ORDER_STATUS.cancelled)
  })

  it('stays while its shop may confirm the payment; a payment afterwards is due for refund', async () => {
    await shops.use()
    await putTenant(shops.db, {
      ...ASHA,
      payee: { ...ASHA.payee, confirmsWithinHours: 12 },
      holdStockHours: 24,
    })
    const order = await placeOrder(1)
    later(20 * HOUR_MS)
    expect((await order.pay({ method: 'upi-qr', phone: '+919876543210' })).body.success).toBe(true)
    later(12 * HOUR_MS - MINUTE_MS)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.pending)
    later(MINUTE_MS)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.cancelled)
    expect(await stock()).toBe(2)
    const { outcome } = await withTenant(shops.db, 'asha', (tx) =>
      recordReceipt(tx, 'asha', {
        orderNumber: order.number,
        receipt: { method: 'upi', reference: `UTR ${order.number}` },
        newId: 'unused',
        now: shops.clock.now,
      }),
    )
    expect(outcome).toBe('refund due')
    expect(await order.statusNow()).toBe(ORDER_STATUS.cancelled)
    expect(await stock()).toBe(2)
    await shops.use(ACCOUNTS.cashfree)
  })

  it('stays once it is paid', async () => {
    const order = await placeOrder(1)
    await withTenant(shops.db, 'asha', (tx) =>
      recordReceipt(tx, 'asha', {
        orderNumber: order.number,
        receipt: { method: 'cash', reference: 'till 2' },
        newId: `cash${order.number}`,
        now: shops.clock.now,
      }),
    )
    later(100 * HOUR_MS)
    await release()
    expect(await order.statusNow()).toBe(ORDER_STATUS.processing)
    expect(await stock()).toBe(1)
  })

  it('puts its product back on sale and purges the pages of the shop', async () => {
    await placeOrder(2)
    await withTenant(shops.db, 'asha', (tx) =>
      tx.update(products).set({ available: false }).where(eq(products.key, 'counted')),
    )
    later(24 * HOUR_MS)
    await release()
    expect(await isOnSale()).toBe(true)
    expect(published).toEqual(['asha'])
  })
})

it('leaves unpaid orders that hold no stock', async () => {
  const order = await placeOrder(1, 'saree')
  later(500 * HOUR_MS)
  await release()
  expect(await order.statusNow()).toBe(ORDER_STATUS.pending)
})
