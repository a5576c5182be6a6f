import type { ReceivedOrder } from '../contract/order.ts'
import { orderStatus, type OrderStatus, orderTotal } from '../orders/order.ts'

interface FoundOrder {
  status: OrderStatus
  /** In rupees; `undefined` when it can't be computed. */
  total: number | undefined
}

/** An order that shows no payment form; `unknown`: its status is not one of the five. */
export type UnpayableOrder = { state: 'missing' } | ({ state: 'paid' | 'cancelled' | 'unknown' } & FoundOrder)

/** Payment state of an order; `open` while Pending. */
export type OrderPayment = UnpayableOrder | ({ state: 'open' } & FoundOrder)

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
