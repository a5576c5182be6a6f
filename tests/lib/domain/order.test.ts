import * as z from 'zod/mini'
import { afterEach, expect, test, vi } from 'vitest'

import { orderTotal, toOrder } from '../../../src/lib/domain/order.ts'
import { receivedOrderSchema } from '../../../src/lib/schemas/order.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const received = {
  id: 'A1',
  status: 1,
  createdAt: '2026-08-05T12:00:00Z',
  items: [{ id: 'i1', productTitle: 'Kurta', quantity: 3, price: 0.1 }],
  shippingAddress: { address: '12 Lake Road', city: 'Pune', state: 'Maharashtra', postalCode: '411001' },
}

function read(order: unknown) {
  return toOrder(z.parse(receivedOrderSchema, order))
}

test('an order is shown with its date, items, joined address, method and tracking', () => {
  expect(read(received)).toEqual({
    id: 'A1',
    status: { code: 'processing' },
    createdAt: '2026-08-05T12:00:00Z',
    items: [
      { id: 'i1', name: 'Kurta', quantity: 3, price: 0.1, selectedSize: undefined, selectedColor: undefined },
    ],
    shipping: {
      address: '12 Lake Road, Pune, Maharashtra, 411001',
      method: 'Standard Shipping',
      tracking: 'Not available',
    },
  })
})

test('size and colour stay where the store tells them', () => {
  const items = [{ productTitle: 'Kurta', quantity: 1, price: 5, selectedSize: 'M', selectedColor: 'Indigo' }]
  expect(read({ ...received, items }).items[0]).toMatchObject({ selectedSize: 'M', selectedColor: 'Indigo' })
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

test('the total is exact: sum of price times quantity', () => {
  expect(orderTotal(read(received))).toBe(0.3)
})

test('an unknown status warns with Invalid order status code', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  expect(read({ ...received, status: 9 }).status).toEqual({ code: 'unknown', number: 9 })
  expect(warn).toHaveBeenCalledExactlyOnceWith('Invalid order status code', 9)
})
