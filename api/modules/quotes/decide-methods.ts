import { readPhone } from '@tanabana/contract/phone.ts'
import { readPinCode } from '@tanabana/contract/pin-code.ts'
import type { MethodRefusal } from '@tanabana/contract/payment.ts'
import type { Pincode } from '../delivery/pincodes.ts'
import { methodsOf, type Method, type PaymentMethod } from './payment-options.ts'
import type { QuoteShop } from './quote-shop.ts'

/** The facts of an order that decide how it can be paid. What is not known yet excludes nothing. */
export interface PaidOrder {
  /** Paise. */
  total?: number | undefined
  postalCode?: string | undefined
  phone?: string | undefined
  /** The row of the PIN code in the shop's table. */
  pincode?: Pick<Pincode, 'cashOnDelivery'> | undefined
  /** The account or the phone has as many open orders to be paid at delivery as the shop allows. */
  hasTooManyCashOrders?: boolean
  /** So many parcels to the phone or the PIN code came back that the shop takes no cash there. */
  hasReturnedParcels?: boolean
}

/** A way to pay of the shop, and whether an order can be paid by it. */
export interface DecidedMethod extends Method {
  isOffered: boolean
  reason?: MethodRefusal | undefined
  /** The largest order in paise, with the reason `amount`. */
  max?: number | undefined
  /** Paise, collected with the total of the order. */
  fee?: number | undefined
}

/** The reasons in words, for the shopper. */
export const CASH_REFUSED: Record<MethodRefusal, string> = {
  amount: 'Cash on delivery is not available for an order of this amount. Please choose another way to pay.',
  'pin-code': 'Cash on delivery is not available at this PIN code. Please choose another way to pay.',
  contact:
    'Cash on delivery needs a PIN code of 6 digits and a phone number. Please choose another way to pay.',
  'open-orders':
    'Too many orders of this account or phone number are still to be paid at delivery. Please choose another way to pay.',
  'returned-parcels':
    'Cash on delivery is not available, because earlier parcels came back to the shop. Please choose another way to pay.',
  other: 'Cash on delivery is not available for this order. Please choose another way to pay.',
}

/** The shop's ways to pay, each with the reason why the order can't be paid by it. */
export function decideMethods(
  shop: Pick<QuoteShop, 'record' | 'paymentOptions'>,
  order: PaidOrder,
): DecidedMethod[] {
  return methodsOf(shop.paymentOptions).map((method) => {
    if (method.kind !== 'cod') return { ...method, isOffered: true }
    const reason = cashRefusal(shop.record, order)
    const max = reason === 'amount' ? cashLimit(shop.record) : undefined
    return { ...method, isOffered: reason === undefined, reason, max, fee: cashFee(shop.record) }
  })
}

/** The reason why the shop takes no cash for an order; `undefined` where it does. */
export function cashRefusal(record: QuoteShop['record'], order: PaidOrder): MethodRefusal | undefined {
  const { total = 0, postalCode, phone, pincode, hasTooManyCashOrders, hasReturnedParcels } = order
  if (total > cashLimit(record)) return 'amount'
  const pinCode = postalCode === undefined ? undefined : readPinCode(postalCode)
  const isUnreadable = postalCode !== undefined && pinCode === undefined
  if (isUnreadable || (phone !== undefined && readPhone(phone) === undefined)) return 'contact'
  const isExcluded = record.cashOnDelivery?.excludedPinCodes?.some((start) => pinCode?.startsWith(start))
  if (isExcluded || pincode?.cashOnDelivery === false) return 'pin-code'
  if (hasReturnedParcels) return 'returned-parcels'
  return hasTooManyCashOrders ? 'open-orders' : undefined
}

/** The largest order, in paise, that may be paid at delivery. */
function cashLimit({ cashOnDelivery }: QuoteShop['record']): number {
  return cashOnDelivery?.maxOrder === undefined ? Infinity : Math.round(cashOnDelivery.maxOrder * 100)
}

function cashFee({ cashOnDelivery }: QuoteShop['record']): number | undefined {
  return cashOnDelivery?.fee === undefined ? undefined : Math.round(cashOnDelivery.fee * 100)
}

export function findMethod(
  methods: readonly DecidedMethod[],
  value: PaymentMethod,
): DecidedMethod | undefined {
  return methods.find((method) => method.value === value)
}
