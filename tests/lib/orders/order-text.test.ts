import { beforeEach, describe, expect, test } from 'vitest'

import { receivedOrderSchema } from '@tanabana/contract/order.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import {
  cashToKeepText,
  amountRows,
  invoicePaymentText,
  paymentStateText,
  refundTexts,
  returnStateText,
} from '../../../src/lib/orders/order-text.ts'
import { includedTaxes } from '../../../src/lib/orders/invoice.ts'
import { payableOf, toOrder } from '../../../src/lib/orders/order.ts'
import { orderPayment } from '../../../src/lib/payment/order-payment.ts'

beforeEach(() => {
  globalThis.pageWords = undefined
})

function read(fields: object, capabilities: Capability[] = ['cash-on-delivery', 'shipment', 'invoice']) {
  const items = [{ id: '1', quantity: 1, price: 1499 }]
  return toOrder(receivedOrderSchema.parse({ id: 'A1', status: 1, items, ...fields }), '', capabilities)
}

describe('an order that is paid at delivery', { tags: ['@req-11.20'] }, () => {
  test('is refunded to an account, because no shop sends cash', () => {
    const accepted = 'Return accepted. Once the shop has the pieces back, it sends the money '
    expect(returnStateText({ status: 'accepted', stage: undefined }, { isCash: true })).toBe(
      `${accepted}to an account that it asks you for.`,
    )
    expect(returnStateText({ status: 'accepted', stage: undefined }, { isCash: undefined })).toBe(
      `${accepted}back the way you paid.`,
    )
    expect(returnStateText({ status: 'refused', stage: undefined }, { isCash: true })).toBe('Return refused.')
    expect(returnStateText({ status: 'accepted', stage: 'refunded' }, { isCash: true })).toContain('is sent.')
  })

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

describe('an order with a discount', { tags: ['@req-11.30'] }, () => {
  const discounted = { discount: { label: 'Festive offer', code: 'FESTIVE10', amount: 149.9 } }
  const less = { label: 'Discount: Festive offer', amount: 149.9, isLess: true }
  const cash = { cashOnDelivery: true, payment: 'unpaid' }

  test.each([
    ['paid', { payment: 'paid' }, [less, { label: 'Paid', amount: 1349.1 }]],
    ['not paid', { status: 0, payment: 'unpaid' }, [less, { label: 'To pay', amount: 1349.1 }]],
    ['paid at delivery', cash, [less, { label: 'To pay', amount: 1349.1 }]],
    ['cancelled before it was paid', { status: 4, payment: 'unpaid' }, [less]],
    [
      'cancelled after it was paid',
      { status: 4, payment: 'refunded' },
      [less, { label: 'Paid', amount: 1349.1 }],
    ],
    ['of a store without payment state', {}, [less, { label: 'Paid', amount: 1349.1 }]],
  ])('%s has rows below the specified total', (_name, fields, rows) => {
    const order = read({ ...discounted, ...fields }, ['offers', 'cash-on-delivery'])
    const withState = read({ ...discounted, ...fields }, ['offers', 'cash-on-delivery', 'shipment'])
    expect(order.total).toBe(1499)
    expect(amountRows('payment' in fields ? withState : order)).toEqual(rows)
  })

  test('asks for its cash less the discount', () => {
    const order = read({ ...discounted, ...cash }, ['offers', 'shipment'])
    expect(cashToKeepText(order)).toBe('Cash on delivery: keep ₹1,349.1 ready')
    expect(invoicePaymentText(order)).toBe('Cash on delivery: ₹1,349.1')
  })

  test('and a fee for cash is paid with it', () => {
    const fees = [{ kind: 'cash-on-delivery', amount: 49 }]
    const order = read({ ...discounted, ...cash, fees }, ['offers', 'shipment'])
    expect(amountRows(order)).toEqual([
      less,
      { label: 'Cash on delivery fee', amount: 49 },
      { label: 'To pay', amount: 1398.1 },
    ])
    expect(cashToKeepText(order)).toBe('Cash on delivery: keep ₹1,398.1 ready')
    expect(amountRows(read({ fees }, ['offers', 'shipment']))).toEqual([])
  })

  test("name the offer in the shop's words of the language", { tags: ['@req-11.28'] }, () => {
    globalThis.pageWords = { 'Discount: {label}': 'छूट: {label}', 'Welcome offer': 'स्वागत ऑफ़र' }
    const order = read({ discount: { label: 'Welcome offer', amount: 100 } }, ['offers'])
    expect(amountRows(order)[0]?.label).toBe('छूट: स्वागत ऑफ़र')
  })

  test('includes the tax of what is left', () => {
    const items = [{ id: '1', quantity: 2, price: 525, gstRate: 5, discount: 105 }]
    const order = read({ ...discounted, items }, ['offers'])
    expect(includedTaxes(order.items)).toEqual([{ rate: 5, amount: 45 }])
  })

  test.each([
    ['a store without the capability', discounted, []],
    ['an unreadable amount', { discount: { label: 'Festive offer', amount: 'much' } }, ['offers']],
  ] as const)('has none with %s', (_name, fields, capabilities) => {
    const order = read(fields, [...capabilities])
    expect(amountRows(order)).toEqual([])
    expect(payableOf(order)).toBe(1499)
  })

  test('is paid in full with what is to be paid', () => {
    const orders = [
      receivedOrderSchema.parse({
        id: 'A1',
        status: 0,
        items: [{ quantity: 1, price: 1499 }],
        ...discounted,
      }),
    ]
    expect(orderPayment(orders, 'A1', ['offers']).total).toBe(1349.1)
    expect(orderPayment(orders, 'A1').total).toBe(1499)
  })
})
