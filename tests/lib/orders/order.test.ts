import * as z from 'zod/mini'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { toOrder } from '../../../src/lib/orders/order.ts'
import { receivedOrderListSchema, receivedOrderSchema } from '@tanabana/contract/order.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const IMAGE_BASE = 'https://api.shop.example'

const received = {
  id: 'A1',
  status: 1,
  createdAt: '2026-08-05T12:00:00Z',
  items: [{ id: 'i1', productTitle: 'Kurta', quantity: 3, price: 0.1 }],
  shippingAddress: { address: '12 Lake Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
}

function read(order: unknown) {
  return toOrder(z.parse(receivedOrderSchema, order), IMAGE_BASE)
}

test(
  'an order is shown with its date, items, joined address, method and tracking',
  { tags: ['@req-2.14', '@req-3.6'] },
  () => {
    expect(read(received)).toEqual({
      id: 'A1',
      status: { code: 'processing' },
      createdAt: '2026-08-05T12:00:00Z',
      items: [
        {
          id: 'i1',
          name: 'Kurta',
          quantity: 3,
          price: 0.1,
          selectedSize: undefined,
          selectedColor: undefined,
        },
      ],
      total: 0.3,
      shipping: {
        address: '12 Lake Road, Pune, Maharashtra, 411001',
        method: 'Standard Shipping',
        tracking: 'Not available',
      },
    })
  },
)

test('size and colour stay where the store tells them', { tags: ['@req-11.1'] }, () => {
  const items = [{ productTitle: 'Kurta', quantity: 1, price: 5, selectedSize: 'M', selectedColor: 'Indigo' }]
  expect(read({ ...received, items }).items[0]).toMatchObject({ selectedSize: 'M', selectedColor: 'Indigo' })
})

test('an item leads to its product in the ordered variant, and has its picture', () => {
  const item = { id: 'i1', productTitle: 'Kurta', quantity: 1, price: 5 }
  const items = [
    { ...item, productId: 'p/1', variantId: 'v1', image: '/media/indigo.webp' },
    { ...item, productId: 'p2', image: 'javascript:alert(1)' },
    item,
  ]
  expect(read({ ...received, items }).items.map(({ path, image }) => ({ path, image }))).toEqual([
    { path: '/product/p%2F1?variant=v1', image: 'https://api.shop.example/media/indigo.webp' },
    { path: '/product/p2', image: undefined },
    { path: undefined, image: undefined },
  ])
})

test('an order without date, items and address has empty ones', () => {
  const order = read({ id: 7 })
  expect(order).toMatchObject({ id: '7', items: [], shipping: { address: '' } })
  expect(order.createdAt).toBeUndefined()
  expect(order.status).toEqual({ code: 'pending' })
})

test('empty parts of the address leave no stray commas', () => {
  const shippingAddress = { address: '12 Lake Road', city: ' ', state: null, postalCode: '411001' }
  expect(read({ ...received, shippingAddress }).shipping.address).toBe('12 Lake Road, 411001')
})

test('the total is exact: sum of price times quantity', { tags: ['@req-2.14', '@req-3.6'] }, () => {
  expect(read(received).total).toBe(0.3)
})

test('an unknown status warns with Invalid order status code', { tags: ['@req-8.7'] }, () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  expect(read({ ...received, status: 9 }).status).toEqual({ code: 'unknown', number: 9 })
  expect(warn).toHaveBeenCalledExactlyOnceWith('Invalid order status code', 9)
})

describe('an odd detail never hides the order', { tags: ['@decision-1.2'] }, () => {
  const item = { productTitle: 'Kurta', quantity: 2, price: 499 }

  test.each([
    ['a numeric PIN', { ...received.shippingAddress, postalCode: 411001 }],
    ['one text', '12 Lake Road, Pune, Maharashtra, 411001'],
    ['a list of lines', ['12 Lake Road', 'Pune', 'Maharashtra', 411001]],
  ])('an address with %s', (_, shippingAddress) => {
    expect(read({ ...received, shippingAddress }).shipping.address).toBe(
      '12 Lake Road, Pune, Maharashtra, 411001',
    )
  })

  test.each([7, true, { line: 1 }, [[]]])('an address of %j is empty', (shippingAddress) => {
    expect(read({ ...received, shippingAddress })).toMatchObject({ id: 'A1', shipping: { address: '' } })
  })

  test.each([
    ['499.00', '2', 998],
    ['1,499.50', 2, 2999],
    ['₹1,00,499', '1', 100499],
    ['Rs. 10', '1', 10],
  ])('price %j and quantity %j give the total %d', (price, quantity, total) => {
    expect(read({ ...received, items: [{ ...item, price, quantity }] }).total).toBe(total)
  })

  test.each(['1.499,00', '12,50', '1e3', 'free', '', null, undefined, {}, [499], true])(
    'a price of %j is not available, and neither is the total',
    (price) => {
      const order = read({ ...received, items: [item, { ...item, price }] })
      expect(order.items.map((one) => one.price)).toEqual([499, undefined])
      expect(order.total).toBeUndefined()
      expect(order.status).toEqual({ code: 'processing' })
    },
  )

  test.each([{ ...item, quantity: 'two' }, null, 'Kurta', [], 7])(
    'the item %j stays in the list, and the total is not available',
    (odd) => {
      const order = read({ ...received, items: [item, odd] })
      expect(order.items).toHaveLength(2)
      expect(order.items[0]).toMatchObject({ name: 'Kurta', quantity: 2, price: 499 })
      expect(order.total).toBeUndefined()
    },
  )

  test.each([[null], [undefined], [{ 0: item }], ['Kurta'], [[]]])('items of %j have no total', (items) => {
    expect(read({ ...received, items })).toMatchObject({ id: 'A1', items: [], total: undefined })
  })

  test('the total of the API counts where the lines do not add up to one', () => {
    const items = [item, { ...item, price: 'free' }]
    expect(read({ ...received, items, total: '998.00' }).total).toBe(998)
    expect(read({ ...received, items: null, total: 499 }).total).toBe(499)
    expect(read({ ...received, items: [item], total: 1 }).total).toBe(998)
  })

  test('a date, title or size of another type', () => {
    const items = [{ ...item, productTitle: 501, selectedSize: 38, selectedColor: false }]
    expect(read({ ...received, createdAt: 1786000000, items })).toMatchObject({
      createdAt: '1786000000',
      items: [{ name: '501', selectedSize: '38', selectedColor: undefined }],
    })
  })

  test(
    'for any other fields an order is in the list with a correct total or none',
    { tags: ['@req-3.6'] },
    () => {
      vi.spyOn(console, 'warn').mockReturnValue(undefined)
      const odd = fc.anything({ withNullPrototype: true, maxDepth: 2 })
      const items = fc.array(fc.oneof(odd, fc.record({ productTitle: odd, quantity: odd, price: odd })))
      const orders = fc.record({
        id: fc.string({ minLength: 1 }),
        status: odd,
        createdAt: odd,
        items: fc.oneof(odd, items),
        shippingAddress: odd,
      })
      fc.assert(
        fc.property(orders, (order) => {
          const [found] = z.parse(receivedOrderListSchema, [order]).map((one) => toOrder(one, IMAGE_BASE))
          expect(found?.id).toBe(order.id)
          const { total } = found ?? {}
          expect(total === undefined || !Number.isNaN(total)).toBe(true)
        }),
        { numRuns: 500 },
      )
    },
  )
})
