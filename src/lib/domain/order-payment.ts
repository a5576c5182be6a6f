import type { ReceivedOrder } from '../schemas/order.ts'
import { orderStatus } from './order-status.ts'

/**
 * Where an order stands for whoever is about to pay it: `open` while Pending, `unknown` when the list does not hold it
 * or its status cannot be read. A status beyond the spec's counts as paid: it is Pending no more. §4 Order status codes
 */
export type OrderPayment = 'open' | 'paid' | 'cancelled' | 'unknown'

export function orderPayment(orders: Pick<ReceivedOrder, 'id' | 'status'>[], orderId: string): OrderPayment {
  const order = orders.find(({ id }) => id === orderId)
  if (!order) return 'unknown'
  const { label, isPending } = orderStatus(order.status)
  if (isPending) return 'open'
  if (label === 'Cancelled') return 'cancelled'
  return label === 'Unknown' ? 'unknown' : 'paid'
}
