/** States and kinds that columns of orders store. Their rules: api/modules/orders/lifecycle */

/** docs/requirements.md#44-order-status */
export const ORDER_STATUS = { pending: 0, processing: 1, shipped: 2, delivered: 3, cancelled: 4 } as const

export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS]
export type OrderStatusName = keyof typeof ORDER_STATUS

export const ORDER_STATUS_NAMES = Object.keys(ORDER_STATUS) as OrderStatusName[]

/** States of an order that its status code does not tell. */
export { PARCEL_STATES } from '@tanabana/contract/order.ts'

/** `mismatch`: the provider signed another amount, currency or order than the payment's. */
export const PAYMENT_STATES = ['pending', 'declined', 'mismatch', 'paid', 'refund due', 'refunded'] as const

/** Of a refund that a payment provider is asked for. */
export const REFUND_STATES = ['requested', 'pending', 'made', 'failed'] as const

export const RETURN_STATES = [
  'requested',
  'accepted',
  'received',
  'refunded',
  'refused',
  'withdrawn',
] as const

/** Changes of an order, its payments, refunds, returns and stock, as its events name them. */
export const EVENT_KINDS = [
  'order.created',
  'order.held',
  'order.released',
  'order.accepted',
  'order.confirmed',
  'order.paid',
  'order.shipped',
  'order.undelivered',
  'order.returning',
  'order.delivered',
  'order.cancelled',
  'order.returned',
  'order.lost',
  'parcel.corrected',
  'payment.started',
  'payment.failed',
  'payment.mismatch',
  'refund.due',
  'refund.started',
  'refund.made',
  'refund.failed',
  'return.requested',
  'return.decided',
  'return.received',
  'return.refunded',
  'stock.low',
] as const

/** Who makes a change: the shopper or the holder of a payment link, the merchant, a payment provider, a courier, or a job. */
export const ACTORS = ['shopper', 'merchant', 'provider', 'courier', 'job'] as const

/** What a link in a message of an order is for. */
export const ORDER_LINK_PURPOSES = ['refund', 'confirmation'] as const

/** Why the pieces of a variant change. `import` and `count` correct a counted number. */
export const STOCK_REASONS = ['import', 'count', 'hold', 'release', 'sale', 'return', 'write-off'] as const

/** The payment for which a provider signed another amount, currency or order than it asked for. */
export interface Mismatch {
  paymentId: string
  /** The order that the provider names, where it is another. */
  orderNumber?: string
}

/** How an offer reduces: a share of the value in whole percent, or paise. */
export const OFFER_KINDS = ['percent', 'amount'] as const

/** Why the tax invoice of a dispatched order waits for the merchant. docs/gst.md#what-an-invoice-needs */
export const TAX_MISSING = ['gstin', 'state', 'rate'] as const
