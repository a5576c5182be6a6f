import type { MethodRefusal } from '@tanabana/contract/payment.ts'
import type { OfferRefusal } from '@tanabana/contract/quote.ts'

/** Ways to pay inside a sentence. UPI is called so in every language. */
export const methodNames = { card: 'card', netbanking: 'net banking', wallet: 'wallet' }

export const methodMessages = {
  ways: 'Pay by {methods}.',
  cash: 'Cash on delivery is possible.',
  cashForFee: 'Cash on delivery is possible and costs {fee} more.',
  /** The shop takes cash for smaller orders. */
  cashUpTo: 'No cash on delivery for this order: it is possible up to {max}.',
}

/** Why an order can't be paid at delivery. */
export const noCashMessages: Record<MethodRefusal, string> = {
  amount: 'No cash on delivery for an order of this amount.',
  'pin-code': 'Pay online: no cash on delivery here.',
  contact: 'Cash on delivery needs a PIN code of 6 digits and a phone number.',
  'open-orders': 'No cash on delivery now: too many of your orders are still to be paid at delivery.',
  'returned-parcels':
    'Please pay online: no cash on delivery, because earlier parcels came back to the shop.',
  other: 'No cash on delivery for this order.',
}

/** Why a code gives no discount. */
export const offerRefusalMessages: Record<OfferRefusal, string> = {
  unknown: "This shop doesn't know the code {code}.",
  'not-started': "{code} can't be used yet.",
  ended: '{code} has ended.',
  minimum: '{code} needs an order of {minimum} or more.',
  category: '{code} is for other products.',
  'first-order': '{code} is for a first order.',
  'per-customer': 'You have used {code} as often as it can be used.',
  'used-up': '{code} has been used up.',
  other: "{code} can't be used for this order.",
}
