/** States and kinds that columns of orders store. Their rules: api/modules/orders/lifecycle */

/** States of an order that its status code does not tell. */
export const PARCEL_STATES = ['undelivered', 'on its way back', 'returned to sender', 'lost'] as const

/** `mismatch`: the provider signed another amount, currency or order than the payment's. */
export const PAYMENT_STATES = ['pending', 'declined', 'mismatch', 'paid', 'refund due', 'refunded'] as const

export const RETURN_STATES = [
  'requested',
  'accepted',
  'received',
  'refunded',
  'refused',
  'withdrawn',
] as const

/** What the event of an order tells. */
export const EVENT_KINDS = [
  'order.created',
  'order.held',
  'order.released',
  'order.accepted',
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

/** Why the pieces of a variant change. `import` and `count` correct a counted number. */
export const STOCK_REASONS = ['import', 'count', 'hold', 'release', 'sale', 'return', 'write-off'] as const

/** The payment instead of which a provider signed another amount, currency or order. */
export interface Mismatch {
  paymentId: string
  /** The order that the provider names, where it is another. */
  orderNumber?: string
}

/** How an offer reduces: a share of the value in whole percent, or paise. */
export const OFFER_KINDS = ['percent', 'amount'] as const
