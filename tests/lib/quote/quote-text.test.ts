import { describe, expect, test } from 'vitest'

import type { QuoteMethod } from '@tanabana/contract/quote.ts'
import {
  arrivalText,
  cashText,
  notServedText,
  offerRefusalText,
  waysToPayText,
} from '../../../src/lib/quote/quote-text.ts'

const delivery = { served: undefined, by: undefined, city: undefined, state: undefined }

test.each([
  [{ ...delivery, served: true, by: '2026-11-30' }, 'Arrives by 30 November 2026', ''],
  [{ ...delivery, by: '2026-12-01' }, 'Arrives by 1 December 2026', ''],
  [{ ...delivery, served: false, by: '2026-11-30' }, '', "The shop doesn't deliver to 682555 yet."],
  [delivery, '', ''],
  [undefined, '', ''],
])('delivery %j says %j %j', (given, arrival, notServed) => {
  expect(arrivalText({ delivery: given })).toBe(arrival)
  expect(notServedText({ delivery: given }, '682555')).toBe(notServed)
})

const method = (kind: QuoteMethod['kind'], rest: Partial<QuoteMethod> = {}): QuoteMethod => ({
  kind,
  offered: rest.reason === undefined,
  ...rest,
})

test.each([
  [[method('qr'), method('upi'), method('card'), method('cod')], 'Pay by UPI or card.'],
  [[method('qr'), method('netbanking'), method('wallet')], 'Pay by UPI, net banking or wallet.'],
  [[method('card', { reason: 'other' }), method('qr')], 'Pay by UPI.'],
  [[method('cod')], ''],
])('the ways to pay %j are named once', (methods, text) => {
  expect(waysToPayText({ methods })).toBe(text)
})

describe('cash on delivery', () => {
  test.each<[QuoteMethod[], string]>([
    [[], ''],
    [[method('cod')], 'Cash on delivery is possible.'],
    [[method('cod', { fee: 4000 })], 'Cash on delivery is possible and costs ₹40 more.'],
    [
      [method('cod', { reason: 'amount', max: 1_000_000 })],
      'No cash on delivery for this order: it is possible up to ₹10,000.',
    ],
    [[method('cod', { reason: 'amount' })], 'No cash on delivery for an order of this amount.'],
    [[method('cod', { reason: 'pin-code' })], 'Pay online: no cash on delivery here.'],
    [
      [method('cod', { reason: 'contact' })],
      'Cash on delivery needs a PIN code of 6 digits and a phone number.',
    ],
    [
      [method('cod', { reason: 'open-orders' })],
      'No cash on delivery now: too many of your orders are still to be paid at delivery.',
    ],
    [[{ kind: 'cod', offered: false }], 'No cash on delivery for this order.'],
  ])('of %j says %j', (methods, text) => expect(cashText({ methods })).toBe(text))
})

test.each([
  [undefined, ''],
  [{ reason: 'unknown' as const }, "This shop doesn't know the code HOLI."],
  [{ reason: 'minimum' as const, minimum: 150_000 }, 'HOLI needs an order of ₹1,500 or more.'],
  [{ reason: 'minimum' as const }, "HOLI can't be used for this order."],
  [{ reason: 'used-up' as const }, 'HOLI has been used up.'],
])('a code that is refused with %j says %j', (offerRefusal, text) => {
  expect(offerRefusalText({ offerRefusal }, 'HOLI')).toBe(text)
})
