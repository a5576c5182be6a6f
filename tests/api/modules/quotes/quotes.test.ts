import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { withTenant } from '../../../../api/db/index.ts'
import { orders } from '../../../../api/db/schema.ts'
import type { CatalogueVariant } from '../../../../api/db/catalogue-product.ts'
import type { StoreRecord } from '../../../../api/db/store-record.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { replacePincodes } from '../../../../api/modules/delivery/pincodes.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import type { Tenant } from '../../../../api/tenant.ts'
import { parseRefusedQuote, quoteSchema } from '../../../../contract/quote.ts'
import { parseOrderRefusal } from '../../../../contract/order.ts'
import { run } from '../../../cli/command-line.ts'
import {
  ADDRESS,
  ASHA,
  changeCatalogue,
  openStore,
  product,
  serve,
  type Store,
} from '../../../kit/api/store.ts'

const HOST = 'asha.localhost'
/** Saturday in India; the store's clock. */
const TODAY = '2026-11-21'

const VARIANTS: CatalogueVariant[] = [
  { options: { Size: 'M' }, regularPrice: 1499, discountedPrice: 1299, stock: 3, images: [] },
  { options: { Size: 'L' }, regularPrice: 1499, stock: 0, images: [] },
  { options: { Size: 'XL' }, regularPrice: 1599, stock: 40, images: [] },
  { options: { Size: 'XXL' }, regularPrice: 1699, images: [] },
]
const KURTA = product('kurta', {
  options: [{ name: 'Size', values: ['M', 'L', 'XL', 'XXL'] }],
  variants: VARIANTS,
})

const PINCODES = [
  {
    code: '411001',
    city: 'Pune',
    state: 'Maharashtra',
    serviceable: true,
    deliveryDays: 4,
    cashOnDelivery: true,
  },
  {
    code: '110001',
    city: 'New Delhi',
    state: 'Delhi',
    serviceable: true,
    deliveryDays: null,
    cashOnDelivery: false,
  },
  {
    code: '682555',
    city: 'Kavaratti',
    state: 'Lakshadweep',
    serviceable: false,
    deliveryDays: null,
    cashOnDelivery: false,
  },
]

let store: Store
let kurta: string
let saree: string

beforeAll(async () => {
  store = await openStore([])
}, 60_000)

afterAll(() => store.close())

function become(record: Partial<StoreRecord> = {}, changes: Partial<Tenant> = {}) {
  const capabilities = ['order-lines', 'pincodes', 'quotes', 'cash-on-delivery', 'expected-total'] as const
  return putTenant(store.db, {
    ...ASHA,
    hosts: [HOST],
    record: { ...ASHA.record, capabilities: [...capabilities], ...record },
    ...changes,
  })
}

beforeEach(async () => {
  await become()
  await changeCatalogue(store.db, 'asha', (tx) => writeProducts(tx, 'asha', [KURTA, product('saree')]))
  await withTenant(store.db, 'asha', (tx) => replacePincodes(tx, 'asha', PINCODES))
  kurta = await store.productId(HOST, 'kurta')
  saree = await store.productId(HOST, 'saree')
})

async function quote(body: object, token?: string) {
  const response = await store.call(HOST, '/quotes', { body, ...(token && { token }) })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  expect(z.safeParse(quoteSchema, response.body).success).toBe(true)
  return response.body
}

const line = (selectedSize: string | undefined, quantity = 1) => ({
  productId: kurta,
  quantity,
  ...(selectedSize && { selectedSize }),
})

function order(body: object, token: string, shippingAddress = ADDRESS) {
  return store.call(HOST, '/orders', { token, body: { shippingAddress, ...body } })
}

describe('POST /quotes', { tags: ['@req-11.29'] }, () => {
  it('says what each line takes, costs and lacks, and adds the lines up', async () => {
    const { lines, subtotal, total, fees, payable } = await quote({
      lines: [
        line('M'),
        line('L'),
        line(undefined),
        { ...line('XL', 2) },
        { productId: 'gone', quantity: 1 },
      ],
    })
    expect(lines).toEqual([
      {
        productId: kurta,
        quantity: 1,
        variantId: expect.any(String),
        unitPrice: 129900,
        compareAt: 149900,
        left: 3,
      },
      {
        productId: kurta,
        quantity: 1,
        variantId: expect.any(String),
        unitPrice: 149900,
        left: 0,
        issue: 'sold-out',
      },
      { productId: kurta, quantity: 1, unitPrice: 129900, compareAt: 149900, issue: 'variant-missing' },
      { productId: kurta, quantity: 2, variantId: expect.any(String), unitPrice: 159900 },
      { productId: 'gone', quantity: 1, issue: 'product-gone' },
    ])
    expect({ subtotal, total, fees, payable }).toEqual({
      subtotal: 129900 + 149900 + 129900 + 2 * 159900,
      total: subtotal,
      fees: [],
      payable: subtotal,
    })
  })

  it('says how many pieces are left where few are, or where the lines together want more', async () => {
    const { lines } = await quote({ lines: [line('M', 2), line('M', 2), line('XL', 41), line('XXL', 99)] })
    expect(lines.map(({ left, issue }: { left?: number; issue?: string }) => [left, issue])).toEqual([
      [3, 'not-enough-stock'],
      [3, 'not-enough-stock'],
      [40, 'not-enough-stock'],
      [undefined, undefined],
    ])
    expect((await quote({ lines: [line('XL')] })).lines[0]).not.toHaveProperty('left')
  })

  it.each([
    ['411001', { served: true, by: '2026-11-25', city: 'Pune', state: 'Maharashtra' }],
    ['४११ ००१', { served: true, by: '2026-11-25', city: 'Pune', state: 'Maharashtra' }],
    // 2 and 5 working days from Saturday, without the Sunday.
    ['110001', { served: true, by: '2026-11-30', city: 'New Delhi', state: 'Delhi' }],
    ['682555', { served: false, city: 'Kavaratti', state: 'Lakshadweep' }],
    ['999999', { by: '2026-11-30' }],
    [undefined, { by: '2026-11-30' }],
  ])('delivers to %s: %j', async (postalCode, delivery) => {
    await become({
      shippingPolicy: { handlingDays: { min: 1, max: 2 }, transitDays: { min: 3, max: 5 } },
    })
    expect((await quote({ lines: [line('M')], postalCode })).delivery).toEqual(delivery)
  })

  it('counts days in India, and names none without days and policy', async () => {
    expect(await quote({ lines: [line('M')], postalCode: '999999' })).not.toHaveProperty('delivery')
    store.clock.now = new Date('2026-11-21T19:00:00Z')
    expect((await quote({ lines: [line('M')], postalCode: '411001' })).delivery.by).toBe('2026-11-26')
    store.clock.now = new Date(`${TODAY}T10:00:00Z`)
  })

  it.each([
    [{}, '411001', undefined, { offered: true }],
    [{}, undefined, undefined, { offered: true }],
    [{ maxOrder: 1000 }, '411001', undefined, { offered: false, reason: 'amount', max: 100000 }],
    [{}, '110001', undefined, { offered: false, reason: 'pin-code' }],
    [{ excludedPinCodes: ['411'] }, '411001', undefined, { offered: false, reason: 'pin-code' }],
    [{}, '4110', undefined, { offered: false, reason: 'contact' }],
    [{}, '411001', 'abc', { offered: false, reason: 'contact' }],
    [{}, '411001', '+91 98765 43210', { offered: true }],
  ])('takes cash by the terms %j at %s and phone %s: %j', async (cashOnDelivery, postalCode, phone, cash) => {
    await become({ cashOnDelivery })
    const { methods } = await quote({ lines: [line('M')], postalCode, phone })
    expect(methods.map(({ kind }: { kind: string }) => kind)).toEqual(['qr', 'upi', 'card', 'cod'])
    expect(methods.at(-1)).toEqual({ kind: 'cod', ...cash })
  })

  it('counts the open cash orders of an account, and tells a stranger nothing of a phone', async () => {
    const { token } = await store.signIn(HOST)
    await become({}, { orderLimits: { cashOrders: 1 } })
    const { body } = await order({ products: { [saree]: 1 } }, token)
    const paid = await store.call(HOST, '/payments', {
      token,
      body: { orderId: body.id, fields: { method: 'cash-on-delivery', phone: '+919876543210' } },
    })
    expect(paid.body).toMatchObject({ success: true })
    const request = { lines: [line('M')], postalCode: '411001', phone: ADDRESS.phone }
    expect((await quote(request, token)).methods.at(-1)).toMatchObject({ reason: 'open-orders' })
    expect((await quote(request)).methods.at(-1)).toEqual({ kind: 'cod', offered: true })
  })

  it.each([
    ['phone', { returnedParcels: 2 }, '560001', ADDRESS.phone],
    ['PIN code', { returnedParcelsPinCode: 2 }, '४११ ००१', '+91 91234 56789'],
  ])('takes no cash for a %s to which parcels came back', async (_name, orderLimits, postalCode, phone) => {
    const { token } = await store.signIn(HOST)
    await become({}, { orderLimits })
    const request = { lines: [line('M')], postalCode, phone }
    const cash = async (bearer?: string) => (await quote(request, bearer)).methods.at(-1)
    for (const isLast of [false, true]) {
      expect(await cash(token)).toEqual({ kind: 'cod', offered: true })
      const { body } = await order({ products: { [saree]: 1 } }, token)
      await withTenant(store.db, 'asha', (tx) =>
        tx
          .update(orders)
          .set({ status: 4, parcel: 'returned to sender' })
          .where(eq(orders.number, String(body.id).replaceAll('-', ''))),
      )
      if (isLast) expect(await cash(token)).toMatchObject({ offered: false, reason: 'returned-parcels' })
    }
    expect(await cash()).toEqual({ kind: 'cod', offered: true })
    await withTenant(store.db, 'asha', (tx) =>
      tx.update(orders).set({ parcel: null }).where(eq(orders.parcel, 'returned to sender')),
    )
  })

  it('adds the fee for cash on delivery to what is payable, and not to the total', async () => {
    await become({ cashOnDelivery: { fee: 49.5, maxOrder: 1300 } })
    const asked = { lines: [line('M')], postalCode: '411001' }
    expect(await quote({ ...asked, method: 'cod' })).toMatchObject({
      total: 129900,
      fees: [{ kind: 'cash-on-delivery', amount: 4950 }],
      payable: 134850,
    })
    const other = await quote({ ...asked, method: 'upi' })
    expect(other).toMatchObject({ fees: [], payable: 129900 })
    expect(other.methods.at(-1)).toEqual({ kind: 'cod', offered: true, fee: 4950 })
    expect(await quote({ lines: [line('M', 2)], method: 'cod' })).toMatchObject({ fees: [] })
  })

  it('names returns and who pays them', async () => {
    await become({ returnPolicy: { days: 7, fees: 'customer' } })
    expect((await quote({ lines: [line('M')] })).returns).toEqual({ days: 7, paidBy: 'shopper' })
  })

  it('refuses a code that the shop does not have', async () => {
    const quoted = await quote({ lines: [line('M')], offerCode: 'DIWALI' })
    expect(quoted).toMatchObject({ offerRefusal: { reason: 'unknown' }, total: 129900 })
  })

  it.each([
    [{ lines: [] }, 'The order has no products.'],
    [
      { lines: Array.from({ length: 101 }, () => ({ productId: 'x', quantity: 1 })) },
      'An order may have at most 100 lines.',
    ],
    [{ lines: [{ productId: 'x', quantity: 100 }] }, 'Each line of an order may have 1 to 99 pieces.'],
  ])('refuses the lines of %j', async (body, error) => {
    const response = await store.call(HOST, '/quotes', { body })
    expect([response.status, response.body.error]).toEqual([422, error])
  })

  it('is not cached, and limited far above what the shoppers of one carrier ask', async () => {
    const { headers } = await store.call(HOST, '/quotes', { body: { lines: [line('M')] } })
    expect(headers.get('cache-control')).toBe('no-store')
    const limited = serve(store.db, { rateLimits: true })
    for (let count = 0; count < 50; count++) {
      expect((await limited.call(HOST, '/quotes', { body: { lines: [line('M')] } })).status).toBe(200)
    }
  })
})

describe('POST /orders', () => {
  it('is placed as it was quoted', async () => {
    const { token } = await store.signIn(HOST)
    const lines = [line('M', 2), line('XXL')]
    const { total, delivery } = await quote({ lines, postalCode: ADDRESS.postalCode })
    const body = { products: { [kurta]: 3 }, lines, expectedTotal: total, expectedBy: delivery.by }
    expect((await order(body, token)).status).toBe(201)
    expect((await quote({ lines })).lines[0]).toMatchObject({ left: 1, issue: 'not-enough-stock' })
  })

  it.each([
    ['lines-refused', 409, { lines: [['M', 4]] }, {}],
    ['lines-refused', 422, { lines: [['S', 1]] }, {}],
    ['total-changed', 409, { lines: [['M', 1]], expectedTotal: 1 }, {}],
    ['delivery-changed', 409, { lines: [['M', 1]], expectedBy: '2026-11-24' }, {}],
    ['not-delivered', 422, { lines: [['M', 1]] }, { postalCode: '682 555' }],
    ['offer-refused', 409, { lines: [['M', 1]], offerCode: 'DIWALI' }, {}],
    ['limit-exceeded', 422, { lines: [['XL', 31]] }, {}],
  ] as const)(
    'refuses with %s and the fresh quote, and takes no piece',
    async (code, status, body, address) => {
      const { token } = await store.signIn(HOST)
      const lines = body.lines.map(([size, quantity]) => line(size, quantity))
      const quantity = body.lines.reduce((sum, [, count]) => sum + count, 0)
      const response = await order({ products: { [kurta]: quantity }, ...body, lines }, token, {
        ...ADDRESS,
        ...address,
      })
      expect(response.status).toBe(status)
      expect(parseOrderRefusal(response.body)).toMatchObject({ code })
      const fresh = parseRefusedQuote(response.body)
      const asked = { lines, postalCode: { ...ADDRESS, ...address }.postalCode, phone: ADDRESS.phone }
      expect(fresh).toMatchObject({ lines: (await quote(asked)).lines })
      expect((await quote({ lines: [line('M')] })).lines[0]).toMatchObject({ left: 3 })
    },
  )

  it('keeps the day that was promised, and shows it', async () => {
    const { token } = await store.signIn(HOST)
    const { body } = await order({ products: { [saree]: 1 } }, token)
    await withTenant(store.db, 'asha', (tx) => replacePincodes(tx, 'asha', []))
    const { body: orders } = await store.call(HOST, '/orders', { token })
    expect(orders[0].promisedBy).toBe('2026-11-25')
    const shown = await run(store.db, '.', 'orders', 'show', 'asha', body.id)
    expect(shown.lines).toContain('  Promised by 25 November 2026')
    await become({ capabilities: [] })
    expect((await store.call(HOST, '/orders', { token })).body[0]).not.toHaveProperty('promisedBy')
  })

  it.each([
    ['abc', ['phone-check'], 422],
    ['98765 4321', ['phone-check'], 422],
    ['९८७६५ ४३२१०', ['phone-check'], 201],
    ['abc', [], 201],
    ['  ', [], 422],
  ] as const)(
    'to the phone "%s" with the capabilities %j: %i',
    { tags: ['@req-11.31'] },
    async (phone, capabilities, status) => {
      await become({ capabilities: [...capabilities] })
      const { token } = await store.signIn(HOST)
      const response = await order({ products: { [saree]: 1 } }, token, { ...ADDRESS, phone })
      expect(response.status).toBe(status)
      if (phone === 'abc' && status === 422) {
        expect(response.body.error).toBe('Enter a phone number of 10 digits, such as +91 98765 43210.')
      }
    },
  )

  it('carries no quote in a shop without the capability', async () => {
    await become({ capabilities: ['order-lines'] })
    const { token } = await store.signIn(HOST)
    const { body } = await order({ products: { [kurta]: 4 }, lines: [line('M', 4)] }, token)
    expect(body).toMatchObject({ code: 'lines-refused' })
    expect(body).not.toHaveProperty('quote')
  })

  it('names every line that can’t be ordered, for whatever reason', async () => {
    const { token } = await store.signIn(HOST)
    const lines = [line('M', 4), line('S')]
    const { status, body } = await order({ products: { [kurta]: 5 }, lines }, token)
    expect([status, body.problems.map(({ code }: { code: string }) => code)]).toEqual([
      422,
      ['not-enough-stock', 'size-unavailable'],
    ])
  })
})
