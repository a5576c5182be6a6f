/** Values of JSON columns. The record of a shop is in store-record.ts, products are in catalogue-product.ts. */

/** The parcel of an order. docs/requirements.md#1123-shipment */
export interface Shipment {
  courier: string
  trackingNumber: string
  /** The courier's tracking page. */
  trackingUrl?: string
  /** ISO date and time. */
  shippedAt: string
}

export interface ReturnedLine {
  /** Line of the order, from 1. */
  line: number
  quantity: number
}

/** Limits on the orders and pieces that an account may hold before it pays. docs/requirements.md#123-accounts-and-orders */
export interface OrderLimits {
  /** Minutes for which an unpaid order holds its pieces. */
  holdMinutes: number
  /** Pieces of counted variants in all unpaid orders of an account. */
  unpaidPieces: number
  /** Pending unpaid orders of an account. */
  unpaidOrders: number
  /** Orders of an account, and of a phone, that are to be paid at delivery. */
  cashOrders: number
  /** Parcels to a phone, and to a PIN code, that came back before it gets no cash on delivery; 0 or absent: any number. */
  returnedParcels?: number
  returnedParcelsPinCode?: number
}

export const ACCOUNT_PROVIDERS = ['payu', 'razorpay', 'cashfree', 'phonepe'] as const

export type AccountProvider = (typeof ACCOUNT_PROVIDERS)[number]

export type Mode = 'test' | 'live'

/** A shop's account with a provider, without secrets. */
export interface PaymentAccount {
  provider: AccountProvider
  mode: Mode
  /** PayU's merchant key, Razorpay's key id, the client id of Cashfree and PhonePe. */
  id: string
  /** PhonePe's client version. */
  version?: string
  /** False where the provider has not enabled UPI by API for the account; its page still takes UPI. */
  upi?: boolean
}
