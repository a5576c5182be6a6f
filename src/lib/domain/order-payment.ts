import type { ReceivedOrder } from '../schemas/order.ts'
import { orderStatus } from './order-status.ts'

/**
 * Where an order stands for whoever is about to pay it: `open` while Pending, `unknown` when the list does not hold it
 * or its status cannot be read. A number beyond the five counts as paid: it is Pending no more.
 */
export type OrderPayment = 'open' | 'paid' | 'cancelled' | 'unknown'

export function orderPayment(orders: Pick<ReceivedOrder, 'id' | 'status'>[], orderId: string): OrderPayment {
  const order = orders.find(({ id }) => id === orderId)
  if (!order) return 'unknown'
  const status = orderStatus(order.status)
  switch (status.code) {
    case 'pending':
      return 'open'
    case 'cancelled':
      return 'cancelled'
    case 'unknown':
      return status.number === undefined ? 'unknown' : 'paid'
    default:
      return 'paid'
  }
}
