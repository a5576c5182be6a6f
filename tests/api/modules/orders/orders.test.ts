import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { orders, payments } from '../../../../api/db/schema.ts'
import { advanceOrder } from '../../../../api/modules/orders/advance.ts'
import { findOrder } from '../../../../api/modules/orders/read.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { parseOrderNumber } from '../../../../api/ids.ts'
import { parseOrderRefusal } from '@tanabana/contract/order.ts'
import { MANY_ORDERS } from '../../../kit/api/many-orders.ts'
import { ADDRESS, ASHA, openSandboxStore, product, type Store } from '../../../kit/api/store.ts'

let store: Store
let token: string
let kurta: string
let saree: string

const SHOP = 'asha.localhost'

beforeAll(async () => {
  store = await openSandboxStore([
    product('kurta'),
    product('saree', { regularPrice: 2499, discountedPrice: 1999.99, attributes: [] }),
    product('anarkali', {
      attributes: [
        { key: 'Size', value: ['S', 'M', 'L'] },
        { key: 'Sold out', value: ['m'] },
      ],
    }),
    product('lehenga', {
      attributes: [
        { key: 'Size', value: ['S', 'M'] },
        { key: 'soldOut', value: ['S', 'M'] },
      ],
    }),
    product('stole', { attributes: [{ key: 'Size', value: ['One Size'] }] }),
  ])
  await putTenant(store.db, { ...ASHA, hosts: [SHOP], orderLimits: MANY_ORDERS })
  token = (await store.signIn(SHOP)).token
  kurta = await store.productId(SHOP, 'kurta')
  saree = await store.productId(SHOP, 'saree')
}, 60_000)

afterAll(() => store.close())

function place(body: unknown) {
  return store.call(SHOP, '/orders', { body, token })
}

async function countOrders(): Promise<number> {
  return (await withTenant(store.db, 'asha', (tx) => tx.select().from(orders))).length
}

describe('POST /orders', () => {
  it(
    'writes the order with the prices of the shop',
    { tags: ['@asvs-2.2.2', '@asvs-8.2.3', '@asvs-15.3.1', '@req-12.3'] },
    async () => {
      const person = await store.signIn(SHOP)
      const created = await store.call(SHOP, '/orders', {
        body: { products: { [kurta]: 2, [saree]: 1 }, shippingAddress: ADDRESS },
        token: person.token,
      })
      expect(created.status).toBe(201)
      expect(created.body.id).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)

      const { body } = await store.call(SHOP, '/orders', { token: person.token })
      expect(body).toEqual([
        {
          id: created.body.id,
          status: 0,
          createdAt: '2026-11-21T10:00:00.000Z',
          items: [
            {
              id: `${created.body.id}-1`,
              productId: kurta,
              ...{ productTitle: 'Title of kurta', quantity: 2, price: 999.5, image: '/media/kurta.webp' },
            },
            {
              id: `${created.body.id}-2`,
              productId: saree,
              ...{ productTitle: 'Title of saree', quantity: 1, price: 1999.99, image: '/media/saree.webp' },
            },
          ],
          shippingAddress: {
            address: '12 MG Road',
            city: 'Pune',
            state: 'Maharashtra',
            postalCode: '411001',
          },
        },
      ])
      const number = parseOrderNumber(created.body.id) ?? ''
      const stored = await withTenant(store.db, 'asha', (tx) => findOrder(tx, 'asha', number))
      expect(stored?.total).toBe(2 * 99_950 + 199_999)
    },
  )

  it('keeps size and colour of each line', { tags: ['@req-11.1'] }, async () => {
    const person = await store.signIn(SHOP)
    const { status } = await store.call(SHOP, '/orders', {
      body: {
        products: { [kurta]: 3 },
        shippingAddress: ADDRESS,
        lines: [
          { productId: kurta, quantity: 2, selectedSize: 'M', selectedColor: 'Indigo' },
          { productId: kurta, quantity: 1, selectedSize: 'S' },
        ],
      },
      token: person.token,
    })
    expect(status).toBe(201)
    const [order] = (await store.call(SHOP, '/orders', { token: person.token })).body
    expect(order.items).toEqual([
      expect.objectContaining({ quantity: 2, selectedSize: 'M', selectedColor: 'Indigo' }),
      expect.not.objectContaining({ selectedColor: expect.anything() }),
    ])
  })

  it('fills in the only size of a product', async () => {
    const person = await store.signIn(SHOP)
    const stole = await store.productId(SHOP, 'stole')
    const lines = [{ productId: stole, quantity: 1 }]
    const body = { products: { [stole]: 1 }, shippingAddress: ADDRESS, lines }
    expect((await store.call(SHOP, '/orders', { body, token: person.token })).status).toBe(201)
    const [order] = (await store.call(SHOP, '/orders', { token: person.token })).body
    expect(order.items).toMatchObject([{ productTitle: 'Title of stole', selectedSize: 'One Size' }])
  })

  it('trims the address', async () => {
    const { body } = await place({
      products: { [kurta]: 1 },
      shippingAddress: { ...ADDRESS, city: '  Pune ' },
    })
    const number = parseOrderNumber(body.id) ?? ''
    const stored = await withTenant(store.db, 'asha', (tx) => findOrder(tx, 'asha', number))
    expect(stored?.shippingAddress.city).toBe('Pune')
  })

  it('keeps a street address of several lines in one, and the joiners of Hindi', async () => {
    const { body } = await place({
      products: { [kurta]: 1 },
      shippingAddress: {
        ...ADDRESS,
        fullName: 'श्री‌मती क्‍षमा राव',
        address: '12 MG Road,\r\n\nNear the park\n',
      },
    })
    const number = parseOrderNumber(body.id) ?? ''
    const stored = await withTenant(store.db, 'asha', (tx) => findOrder(tx, 'asha', number))
    expect(stored?.shippingAddress).toMatchObject({
      fullName: 'श्री‌मती क्‍षमा राव',
      address: '12 MG Road, Near the park',
    })
  })

  it.each([
    ['a line feed', 'city', 'city', 'Pune\n'],
    ['an escape', 'address', 'address', '12 MG Road\u001b[2J'],
    ['an override', 'fullName', 'full name', 'Asha \u202eoaR'],
    ['an isolate', 'state', 'state', '\u2066Maharashtra\u2069'],
    ['a mark of direction', 'phone', 'phone', '\u200e98765 43210'],
    ['a line separator', 'postalCode', 'postal code', '411001\u2028'],
  ])('refuses an address with %s', { tags: ['@decision-1.17'] }, async (_case, field, label, text) => {
    const before = await countOrders()
    const response = await place({ products: { [kurta]: 1 }, shippingAddress: { ...ADDRESS, [field]: text } })
    expect([response.status, response.body]).toEqual([
      422,
      { error: `The ${label} contains an invisible character. Please type it instead of pasting it.` },
    ])
    expect(await countOrders()).toBe(before)
  })

  it.each([
    ['no products', { products: {} }, 'The order has no products.'],
    ['no pieces', { products: { KURTA: 0 } }, 'Each line of an order may have 1 to 99 pieces.'],
    ['negative pieces', { products: { KURTA: -1 } }, 'Each line of an order may have 1 to 99 pieces.'],
    ['100 pieces', { products: { KURTA: 100 } }, 'Each line of an order may have 1 to 99 pieces.'],
    [
      'half a piece',
      { products: { KURTA: 0.5 } },
      'products.KURTA: Invalid input: expected int, received number',
    ],
    [
      'pieces as text',
      { products: { KURTA: '1' } },
      'products.KURTA: Invalid input: expected number, received string',
    ],
    [
      'an unknown product',
      { products: { nothing: 1 } },
      'A product of the order is no longer in the shop. Please remove it from your cart.',
    ],
    ['a price of its own', { products: { KURTA: 1 }, total: 1 }, 'Unrecognized key: "total"'],
    [
      'a price of its own in a line',
      { products: { KURTA: 1 }, lines: [{ productId: 'KURTA', quantity: 1, price: 1 }] },
      'lines.0: Unrecognized key: "price"',
    ],
    [
      'an unknown field of the address',
      { products: { KURTA: 1 }, shippingAddress: { ...ADDRESS, country: 'India' } },
      'shippingAddress: Unrecognized key: "country"',
    ],
    [
      'a blank field',
      { products: { KURTA: 1 }, shippingAddress: { ...ADDRESS, city: ' ' } },
      'All shipping information fields are required.',
    ],
    [
      'an endless field',
      { products: { KURTA: 1 }, shippingAddress: { ...ADDRESS, city: 'x'.repeat(301) } },
      'A shipping field is longer than 300 characters.',
    ],
    [
      'a size that the product does not have',
      { products: { KURTA: 1 }, lines: [{ productId: 'KURTA', quantity: 1, selectedSize: 'XXL' }] },
      'Title of kurta is not available in XXL. Please choose again.',
    ],
    [
      'a colour that the product does not have',
      { products: { KURTA: 1 }, lines: [{ productId: 'KURTA', quantity: 1, selectedColor: 'Green' }] },
      'Title of kurta is not available in Green. Please choose again.',
    ],
    [
      'lines that do not add up',
      { products: { KURTA: 2 }, lines: [{ productId: 'KURTA', quantity: 1 }] },
      "The order's lines do not match its products.",
    ],
    [
      'a line without its product',
      {
        products: { KURTA: 1 },
        lines: [
          { productId: 'KURTA', quantity: 1 },
          { productId: 'SAREE', quantity: 1 },
        ],
      },
      "The order's lines do not match its products.",
    ],
    [
      'too many lines',
      { products: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`p${index}`, 1])) },
      'An order may have at most 100 lines.',
    ],
  ])(
    'refuses %s and writes nothing',
    { tags: ['@asvs-1.4.2', '@asvs-2.2.1', '@asvs-2.3.2', '@asvs-8.2.3', '@asvs-15.3.3', '@req-12.3'] },
    async (_case, change, error) => {
      const before = await countOrders()
      const text = JSON.stringify({ shippingAddress: ADDRESS, ...change })
      const response = await place(text.replaceAll('KURTA', kurta).replaceAll('SAREE', saree))
      expect(response.status).toBe(422)
      expect(response.body.error.replaceAll(kurta, 'KURTA')).toBe(error)
      expect(await countOrders()).toBe(before)
    },
  )

  it.each([
    ['no size', 'kurta', {}, 'size-missing', 'Please select a size of Title of kurta.'],
    [
      'a blank size',
      'kurta',
      { selectedSize: ' ' },
      'size-missing',
      'Please select a size of Title of kurta.',
    ],
    [
      'a size that it does not have',
      'kurta',
      { selectedSize: 'XXL' },
      'size-unavailable',
      'Title of kurta is not available in XXL. Please choose again.',
    ],
    [
      'a colour that it does not have',
      'kurta',
      { selectedSize: 'M', selectedColor: 'Green' },
      'color-unavailable',
      'Title of kurta is not available in Green. Please choose again.',
    ],
    [
      'a size that is sold out',
      'anarkali',
      { selectedSize: 'M' },
      'sold-out',
      'Title of anarkali is sold out in M. Please select another size.',
    ],
    [
      'any size where all are sold out',
      'lehenga',
      { selectedSize: 'S' },
      'sold-out',
      'Title of lehenga is sold out. Please remove it from your cart.',
    ],
  ])(
    'names the line with %s',
    { tags: ['@decision-1.4', '@req-11.1'] },
    async (_case, key, choice, code, error) => {
      const before = await countOrders()
      const id = await store.productId(SHOP, key)
      const response = await place({
        products: { [saree]: 1, [id]: 1 },
        shippingAddress: ADDRESS,
        lines: [
          { productId: saree, quantity: 1 },
          { productId: id, quantity: 1, ...choice },
        ],
      })
      expect([response.status, response.body]).toEqual([
        422,
        { error, code: 'lines-refused', problems: [{ code, productId: id, line: 1 }] },
      ])
      expect(parseOrderRefusal(response.body)).toMatchObject({ code: 'lines-refused' })
      expect(await countOrders()).toBe(before)
    },
  )

  it('names all lines that are refused, and a product that is gone', async () => {
    const response = await place({
      products: { gone: 1, [kurta]: 1 },
      shippingAddress: ADDRESS,
      lines: [
        { productId: 'gone', quantity: 1 },
        { productId: kurta, quantity: 1 },
      ],
    })
    expect(response.body).toEqual({
      error: 'A product of the order is no longer in the shop. Please remove it from your cart.',
      code: 'lines-refused',
      problems: [
        { code: 'product-gone', productId: 'gone', line: 0 },
        { code: 'size-missing', productId: kurta, line: 1 },
      ],
    })
  })

  it(
    'asks no size of an order without lines, but makes none of what is sold out',
    { tags: ['@decision-1.4'] },
    async () => {
      const lehenga = await store.productId(SHOP, 'lehenga')
      expect((await place({ products: { [kurta]: 1 }, shippingAddress: ADDRESS })).status).toBe(201)
      const response = await place({ products: { [lehenga]: 1 }, shippingAddress: ADDRESS })
      expect([response.status, response.body.problems]).toEqual([
        422,
        [{ code: 'sold-out', productId: lehenga }],
      ])
    },
  )

  it(
    'makes an order of the total that the shopper saw, and of no other',
    { tags: ['@decision-1.3', '@decision-17.3', '@req-11.3'] },
    async () => {
      const before = await countOrders()
      const order = { products: { [kurta]: 2, [saree]: 1 }, shippingAddress: ADDRESS }
      const total = 2 * 99_950 + 199_999
      const refused = await place({ ...order, expectedTotal: total - 10_000 })
      expect([refused.status, refused.body]).toEqual([
        409,
        {
          error: 'The total of your order has changed. Check it and order again.',
          code: 'total-changed',
          total,
          lines: [
            { productId: kurta, quantity: 2, unitPrice: 99_950 },
            { productId: saree, quantity: 1, unitPrice: 199_999 },
          ],
        },
      ])
      expect(parseOrderRefusal(refused.body)).toMatchObject({ code: 'total-changed', total })
      expect(await countOrders()).toBe(before)
      expect((await place({ ...order, expectedTotal: total })).status).toBe(201)
    },
  )

  it('refuses a product of another shop', { tags: ['@req-12.3'] }, async () => {
    const foreign = await store.productId('bela.localhost', 'kurta')
    expect((await place({ products: { [foreign]: 1 }, shippingAddress: ADDRESS })).status).toBe(422)
  })

  it('writes no order from a body that is not one', { tags: ['@asvs-2.2.2'] }, async () => {
    const before = await countOrders()
    const quantity = fc.oneof(
      fc.integer({ max: 0 }),
      fc.integer({ min: 100 }),
      fc.double({ noInteger: true }),
      fc.string(),
      fc.constantFrom(null, true, [1], {}),
    )
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({
        products: fc.dictionary(fc.constantFrom(kurta, '__proto__', 'x'), quantity, { minKeys: 1 }),
      }),
      fc.record({
        products: fc.dictionary(fc.constant(kurta), quantity, { minKeys: 1 }),
        shippingAddress: fc.constant(ADDRESS),
      }),
    )
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const { status, body: response } = await place(value)
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect(response).toEqual({ error: expect.any(String) })
      }),
      { numRuns: 200 },
    )
    expect(await countOrders()).toBe(before)
  })
})

describe('GET /orders', () => {
  it('lists the own orders only', { tags: ['@asvs-8.2.2'] }, async () => {
    const mine = await store.placeOrder(SHOP)
    const yours = await store.placeOrder(SHOP)
    const { body } = await store.call(SHOP, '/orders', { token: mine.token })
    expect(body.map(({ id }: { id: string }) => id)).toEqual([mine.orderId])
    expect(yours.orderId).not.toBe(mine.orderId)
  })
})

describe('the status of an order', () => {
  const ALLOWED = ['0→1', '0→4', '1→2', '1→4', '2→3']
  const SKIPPED: Record<string, string> = {
    '0→2': 'becomes processing first',
    '0→3': 'becomes processing first',
    '1→3': 'becomes shipped first',
  }
  const statuses = [0, 1, 2, 3, 4] as const
  const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const))

  it.each(pairs)(
    '%i moves to %i only where that is forward',
    { tags: ['@asvs-2.3.1', '@req-12.4'] },
    async (from, to) => {
      await store.placeOrder(SHOP)
      const number = `PAIR${from}${to}`
      const advance = withTenant(store.db, 'asha', async (tx) => {
        const [placed] = await tx.select().from(orders)
        if (placed) await tx.insert(orders).values({ ...placed, number, status: from })
        return advanceOrder(tx, 'asha', number, to, { allowsUnpaid: true })
      })
      if (ALLOWED.includes(`${from}→${to}`))
        await expect(advance).resolves.toEqual({ from, to, refundsDue: 0, restocked: [] })
      else await expect(advance).rejects.toThrow(SKIPPED[`${from}→${to}`] ?? 'statuses only move forward')
    },
  )

  it('leaves a refund due when a paid order is cancelled', async () => {
    const { orderId, token: owner } = await store.placeOrder(SHOP)
    const { body } = await store.call(SHOP, '/payments', {
      body: { orderId, fields: { method: 'card', phone: '+919876543210' } },
      token: owner,
    })
    const { paymentId } = body.action.formParams.data
    await store.request(SHOP, `/sandbox/upi/${paymentId}`, { form: { decision: 'approve' } })
    const number = parseOrderNumber(orderId) ?? ''
    await withTenant(store.db, 'asha', (tx) => advanceOrder(tx, 'asha', number, 4))
    const rows = await withTenant(store.db, 'asha', (tx) => tx.select().from(payments))
    expect(rows.find(({ id }) => id === paymentId)?.status).toBe('refund due')
  })

  it('of an order that does not exist is an error with its number', async () => {
    await expect(
      withTenant(store.db, 'asha', (tx) => advanceOrder(tx, 'asha', '7K3M9Q2XV0AB', 1)),
    ).rejects.toThrow('This shop has no order 7K3M-9Q2X-V0AB.')
  })
})
