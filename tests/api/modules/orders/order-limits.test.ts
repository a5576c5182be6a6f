import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { orders } from '../../../../api/db/schema.ts'
import { parseOrderNumber } from '../../../../api/ids.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { advanceOrder } from '../../../../api/modules/orders/advance.ts'
import { releaseUnpaidOrders } from '../../../../api/jobs/release-unpaid-orders.ts'
import { ORDER_STATUS, type OrderStatus } from '../../../../api/modules/orders/lifecycle/order-rules.ts'
import { recordReceipt } from '../../../../api/modules/orders/receipts.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { passTime } from '../../helpers/pass-time.ts'
import { ADDRESS, ASHA, changeCatalogue, openSandboxStore, product, type Store } from '../../helpers/store.ts'

const HOST = 'asha.localhost'
const MINUTE_MS = 60_000
const SHOP = {
  ...ASHA,
  hosts: [HOST],
  record: {
    ...ASHA.record,
    capabilities: ['order-lines' as const, 'cancellation' as const, 'cash-on-delivery' as const],
  },
}

const CASH = { method: 'cash-on-delivery', phone: '+919876543210' }
const TOO_MANY_CASH =
  'Too many orders of this account or phone number are still to be paid at delivery. Please choose another way to pay.'

let store: Store

beforeAll(async () => {
  store = await openSandboxStore([])
  const kurta = product('kurta', {
    options: [{ name: 'Size', values: ['M', 'L'] }],
    variants: [
      { options: { Size: 'M' }, regularPrice: 100, stock: 500, images: [] },
      { options: { Size: 'L' }, regularPrice: 100, images: [] },
    ],
  })
  await changeCatalogue(store.db, 'asha', (tx) => writeProducts(tx, 'asha', [kurta, product('saree')]))
}, 60_000)

afterAll(() => store.close())

beforeEach(async () => {
  await putTenant(store.db, { ...SHOP, orderLimits: {} })
  await withTenant(store.db, 'asha', (tx) => tx.delete(orders))
})

/** A new account, with calls that it makes. */
async function newShopper({ phone = ADDRESS.phone } = {}) {
  const { token } = await store.signIn(HOST)
  const kurta = await store.productId(HOST, 'kurta')
  const order = (quantity: number, selectedSize = 'M') =>
    store.call(HOST, '/orders', {
      token,
      body: {
        products: { [kurta]: quantity },
        shippingAddress: { ...ADDRESS, phone },
        lines: [{ productId: kurta, quantity, selectedSize }],
      },
    })
  const orderSaree = async (quantity: number) =>
    store.call(HOST, '/orders', {
      token,
      body: {
        products: { [await store.productId(HOST, 'saree')]: quantity },
        shippingAddress: { ...ADDRESS, phone },
        lines: [{ productId: await store.productId(HOST, 'saree'), quantity, selectedSize: 'M' }],
      },
    })
  const pay = (orderId: string, fields: Record<string, string> = CASH) =>
    store.call(HOST, '/payments', { token, body: { orderId, fields } })
  const cancel = (orderId: string) => store.call(HOST, `/orders/${orderId}/cancellation`, { token, body: {} })
  const methodsOf = async (orderId: string): Promise<string[]> => {
    const { body } = await store.call(HOST, `/payments/fields?orderId=${orderId}`, { token })
    return body.fields
      .find(({ name }: { name: string }) => name === 'method')
      .options.map(({ value }: { value: string }) => value)
  }
  return { order, orderSaree, pay, cancel, methodsOf }
}

const move = (orderId: string, to: OrderStatus) =>
  withTenant(store.db, 'asha', (tx) =>
    advanceOrder(tx, 'asha', parseOrderNumber(orderId) ?? '', to, { allowsUnpaid: true }),
  )

const receive = (orderId: string) =>
  withTenant(store.db, 'asha', (tx) =>
    recordReceipt(tx, 'asha', {
      orderNumber: parseOrderNumber(orderId) ?? '',
      receipt: { method: 'upi', reference: `UTR ${orderId}` },
      newId: `by-hand-${parseOrderNumber(orderId) ?? ''}`,
      now: store.clock.now,
    }),
  )

const statusesOf = (responses: { status: number }[]) => responses.map(({ status }) => status).toSorted()

describe('unpaid orders of an account', () => {
  it('are at most three; paying for one or cancelling one makes room', async () => {
    const shopper = await newShopper()
    const placed = [await shopper.order(1), await shopper.order(1), await shopper.order(1)]
    expect(statusesOf(placed)).toEqual([201, 201, 201])
    const { status, body } = await shopper.order(1)
    expect(status).toBe(409)
    expect(body).toEqual({
      error: 'You have 3 unpaid orders. Pay for one or have it cancelled, then order again.',
      code: 'limit-exceeded',
      limit: 'orders',
      max: 3,
      open: 3,
    })
    await shopper.cancel(placed[0]?.body.id)
    const again = await shopper.order(1)
    expect(again.status).toBe(201)
    expect((await shopper.order(1)).status).toBe(409)
    await receive(again.body.id)
    expect((await shopper.order(1)).status).toBe(201)
    expect((await (await newShopper()).order(1)).status).toBe(201)
  })

  it('are at most three of ten that are sent at the same time', async () => {
    const shopper = await newShopper()
    const responses = await Promise.all(Array.from({ length: 10 }, () => shopper.order(1)))
    expect(statusesOf(responses)).toEqual([201, 201, 201, 409, 409, 409, 409, 409, 409, 409])
  })

  it('are at most three where nothing is counted', async () => {
    const shopper = await newShopper()
    const responses = [1, 2, 3, 4].map(() => () => shopper.orderSaree(99))
    for (const [index, order] of responses.entries())
      expect((await order()).status).toBe(index < 3 ? 201 : 409)
  })

  it('have at most 30 counted pieces: a family order of 30 passes', async () => {
    const alone = await (await newShopper()).order(31)
    expect(alone.status).toBe(422)
    expect(alone.body).toEqual({
      error: 'An order may have at most 30 pieces. Please lower the quantities.',
      code: 'limit-exceeded',
      limit: 'pieces',
      max: 30,
      open: 0,
    })
    const shopper = await newShopper()
    expect((await shopper.order(30)).status).toBe(201)
    const { status, body } = await shopper.order(1)
    expect(status).toBe(409)
    expect(body).toMatchObject({
      error:
        'Your unpaid orders have 30 of at most 30 pieces. Pay for one or have it cancelled, or lower the quantities.',
      limit: 'pieces',
      open: 30,
    })
    expect((await shopper.order(99, 'L')).status).toBe(201)
  })

  it('have at most 30 pieces when two orders of 20 are sent at the same time', async () => {
    const shopper = await newShopper()
    expect(statusesOf(await Promise.all([shopper.order(20), shopper.order(20)]))).toEqual([201, 409])
  })

  it('count their pieces also while these are back in stock, which a payment takes again', async () => {
    const shopper = await newShopper()
    await shopper.order(30)
    passTime(store.clock, 20 * MINUTE_MS)
    await releaseUnpaidOrders({
      db: store.db,
      log: () => undefined,
      now: () => store.clock.now,
      purge: () => Promise.resolve([]),
    })
    expect((await shopper.order(1)).status).toBe(409)
  })

  it('follow the limits of their shop', async () => {
    await putTenant(store.db, { ...SHOP, orderLimits: { unpaidOrders: 1, unpaidPieces: 40 } })
    const shopper = await newShopper()
    expect((await shopper.order(40)).status).toBe(201)
    expect((await shopper.order(1)).body).toMatchObject({
      error: 'You have 1 unpaid order. Pay for one or have it cancelled, then order again.',
      max: 1,
    })
  })
})

describe('orders to be paid at delivery', () => {
  it('are at most three per account; one that is delivered makes room', async () => {
    const shopper = await newShopper()
    const accepted: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const { body } = await shopper.order(1)
      expect((await shopper.pay(body.id)).body.success).toBe(true)
      accepted.push(body.id)
    }
    const { body: fourth } = await shopper.order(1)
    expect(await shopper.methodsOf(fourth.id)).not.toContain('cash-on-delivery')
    expect((await shopper.pay(fourth.id)).body).toEqual({ success: false, error: TOO_MANY_CASH })
    const [first = ''] = accepted
    await move(first, ORDER_STATUS.shipped)
    expect((await shopper.pay(fourth.id)).body.success).toBe(false)
    await move(first, ORDER_STATUS.delivered)
    expect(await shopper.methodsOf(fourth.id)).toContain('cash-on-delivery')
    expect((await shopper.pay(fourth.id)).body.success).toBe(true)
  })

  it('are at most three per phone, in any spelling and of any account, also at the same time', async () => {
    const spellings = ['98765 11111', '+919876511111', '09876511111', '(0)98765-11111', '9876511111']
    const placed = await Promise.all(
      spellings.map(async (phone) => {
        const shopper = await newShopper({ phone })
        return { shopper, id: (await shopper.order(1)).body.id as string }
      }),
    )
    const responses = await Promise.all(placed.map(({ shopper, id }) => shopper.pay(id)))
    expect(responses.filter(({ body }) => body.success)).toHaveLength(3)
    const other = await newShopper({ phone: '9876522222' })
    expect((await other.pay((await other.order(1)).body.id)).body.success).toBe(true)
  })

  it('count their pieces with those of unpaid orders', async () => {
    const shopper = await newShopper()
    const { body } = await shopper.order(25)
    await shopper.pay(body.id)
    expect((await shopper.order(6)).body).toMatchObject({ limit: 'pieces', open: 25 })
    expect((await shopper.order(5)).status).toBe(201)
  })
})
