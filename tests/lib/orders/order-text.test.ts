import { beforeEach, describe, expect, test } from 'vitest'

import { receivedOrderSchema } from '@tanabana/contract/order.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import {
  cashToKeepText,
  invoicePaymentText,
  paymentStateText,
  refundTexts,
} from '../../../src/lib/orders/order-text.ts'
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

describe('a refund says when and how it comes', { tags: ['@req-11.23'] }, () => {
  const history = [{ status: 4, at: '2026-11-25T20:00:00Z' }]
  const due = { amount: 499.5, way: 'upi' }
  const sent = { amount: 500, way: 'card', sentAt: '2026-11-27T09:00:00Z', reference: 'rfnd_1' }

  test.each([
    [
      'due since the cancellation',
      { payment: 'refund due', history, refunds: [due] },
      7,
      [
        'The shop sends $499.50 back to the UPI account that you paid from, within 7 working days of 26 November 2026.',
      ],
    ],
    [
      'due in a shop with a policy of its own',
      { payment: 'refund due', history, refunds: [{ amount: 10, way: 'cash' }] },
      undefined,
      ['The shop sends $10.00 back to an account that it asks you for.'],
    ],
    [
      'in parts',
      { payment: 'refund due', refunds: [sent, due] },
      7,
      [
        'The shop sent $500.00 back to the card or bank account that you paid from on 27 November 2026. Reference: rfnd_1',
        'The shop sends $499.50 back to the UPI account that you paid from, within 7 working days.',
      ],
    ],
    [
      'of a store that names no refunds',
      { payment: 'refund due' },
      7,
      ['The shop sends your money back the way you paid, within 7 working days.'],
    ],
    [
      'of an unknown way',
      { payment: 'refund due', refunds: [{ amount: 1, way: 'gold' }] },
      undefined,
      ['The shop sends $1.00 back the way you paid.'],
    ],
    ['paid', { payment: 'paid' }, 7, []],
  ])('%s', (_name, fields, days, texts) => {
    expect(refundTexts(read({ status: 4, ...fields }), days)).toEqual(texts)
  })
})
