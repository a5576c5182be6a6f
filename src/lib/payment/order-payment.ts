import type { PaymentState } from '../contract/payment.ts'
import type { ReceivedOrder } from '../contract/order.ts'
import { orderStatus, type OrderStatus, orderTotal } from '../orders/order.ts'

interface FoundOrder {
  status: OrderStatus
  /** In rupees; `undefined` when it can't be computed. */
  total: number | undefined
}

/** An order that shows no payment form; `unknown`: its status is not one of the five. */
export type UnpayableOrder =
  | { state: 'missing' }
  | ({ state: 'paid' | 'on-delivery' | 'accepted' | 'cancelled' | 'unknown' } & FoundOrder)

/** Payment state of an order; `open` while Pending. `isDeclined`: its latest payment was declined. */
export type OrderPayment = UnpayableOrder | ({ state: 'open'; isDeclined?: boolean } & FoundOrder)

/** Returns the payment state of the order `orderId` in the shopper's list. */
export function orderPayment(orders: ReceivedOrder[], orderId: string): OrderPayment {
  const order = orders.find(({ id }) => id === orderId)
  if (!order) return { state: 'missing' }
  const status = orderStatus(order.status)
  return { state: stateOf(status), status, total: orderTotal(order) }
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
