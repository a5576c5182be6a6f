import type { PaymentState } from '@tanabana/contract/payment.ts'
import type { ReceivedOrder } from '@tanabana/contract/order.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { orderStatus, type OrderStatus, receivedPayable } from '../orders/order.ts'

interface FoundOrder {
  status: OrderStatus
  /** To be paid, in rupees; `undefined` when it can't be computed. */
  total: number | undefined
}

/** An order that was found with a status of 1 to 4: it takes no payment. */
export type SettledPayment = { state: 'paid' | 'on-delivery' | 'accepted' | 'cancelled' } & FoundOrder

/**
 * Payment state of an order; `open` while Pending, `missing` when the list does not have it, `unknown` when its status is
 * not one of the five. `isDeclined`: its latest payment was declined.
 */
export type OrderPayment =
  | SettledPayment
  | { state: 'missing'; total?: undefined }
  | ({ state: 'unknown' } & FoundOrder)
  | ({ state: 'open'; isDeclined?: boolean } & FoundOrder)

/** Whether the order takes no payment. docs/requirements.md#212-payment-page */
export function isSettled(payment: OrderPayment): payment is SettledPayment {
  return payment.state !== 'open' && payment.state !== 'missing' && payment.state !== 'unknown'
}

/** Returns the payment state of the order `orderId` in the shopper's list. */
export function orderPayment(
  orders: ReceivedOrder[],
  orderId: string,
  capabilities: readonly Capability[] = [],
): OrderPayment {
  const order = orders.find(({ id }) => id === orderId)
  if (!order) return { state: 'missing' }
  const status = orderStatus(order.status)
  return { state: stateOf(status), status, total: receivedPayable(order, capabilities) }
}

function stateOf({ code }: OrderStatus): 'open' | 'paid' | 'cancelled' | 'unknown' {
  switch (code) {
    case 'pending':
      return 'open'
    case 'cancelled':
    case 'unknown':
      return code
    default:
      return 'paid'
  }
}

/** Converts a received payment state. docs/requirements.md#1118-payment-state */
export function toOrderPayment({
  state,
  total,
}: Pick<PaymentState, 'state'> & { total: number | undefined }): OrderPayment {
  switch (state) {
    case 'unpaid':
    case 'pending':
    case 'declined':
      return { state: 'open', status: { code: 'pending' }, total, isDeclined: state === 'declined' }
    case 'cancelled':
      return { state, status: { code: 'cancelled' }, total }
    default:
      return { state, status: { code: 'processing' }, total }
  }
}
