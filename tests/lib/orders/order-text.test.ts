import { beforeEach, describe, expect, test } from 'vitest'

import { receivedOrderSchema } from '@tanabana/contract/order.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { cashToKeepText, invoicePaymentText, paymentStateText } from '../../../src/lib/orders/order-text.ts'
import { toOrder } from '../../../src/lib/orders/order.ts'

beforeEach(() => {
  globalThis.pageWords = undefined
})

function read(fields: object, capabilities: Capability[] = ['cash-on-delivery', 'shipment', 'invoice']) {
  const items = [{ id: '1', quantity: 1, price: 1499 }]
  return toOrder(receivedOrderSchema.parse({ id: 'A1', status: 1, items, ...fields }), '', capabilities)
}

describe('an order that is paid at delivery', { tags: ['@req-11.20'] }, () => {
  const cash = { cashOnDelivery: true, payment: 'unpaid' }
  const KEEP = 'Cash on delivery: keep ₹1,499 ready'

  test.each([
    ['on its way', { ...cash, status: 2 }, 'Cash on delivery', KEEP, 'Cash on delivery: ₹1,499'],
    [
      'of a store without payment state',
      { cashOnDelivery: true },
      'Cash on delivery',
      KEEP,
      'Cash on delivery: ₹1,499',
    ],
    [
      'paid at the door',
      { ...cash, status: 3, payment: 'paid', invoice: { paidAt: '2026-11-25T19:55:00Z' } },
      'Cash on delivery, paid',
      undefined,
      'Cash on delivery, paid on 26 November 2026',
    ],
    ['cancelled', { ...cash, status: 4 }, 'Nothing was paid', undefined, 'Nothing was paid'],
  ])('%s', (_name, fields, state, success, invoice) => {
    expect(paymentStateText(read(fields))).toBe(state)
    expect(cashToKeepText(read(fields))).toBe(success)
    expect(invoicePaymentText(read(fields))).toBe(invoice)
  })

  test('stays one after the shop has stopped to take cash', () => {
    expect(paymentStateText(read(cash, ['shipment']))).toBe('Cash on delivery')
  })

  test('says nothing of it in a store with neither capability', () => {
    expect(paymentStateText(read(cash, ['invoice']))).toBeUndefined()
    expect(cashToKeepText(read(cash, ['invoice']))).toBeUndefined()
  })
})

test('an invoice has the day of the payment in India', { tags: ['@req-11.26'] }, () => {
  const paid = { payment: 'paid', invoice: { paidAt: '2026-11-25T19:55:00Z' } }
  expect(invoicePaymentText(read(paid))).toBe('Paid on 26 November 2026')
  expect(invoicePaymentText(read({ payment: 'unpaid', invoice: {} }))).toBe('Not paid yet')
})
