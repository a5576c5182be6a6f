import { useEffect, useState } from 'react'

import { inTime } from '../../lib/browser/in-time.ts'
import { orderPayment, type OrderPayment } from '../../lib/domain/order-payment.ts'
import type { ReceivedOrder } from '../../lib/schemas/order.ts'
import type { StoreClient } from '../../lib/store-api/client.ts'
import { fetchOrders } from '../../lib/store-api/orders.ts'

/**
 * Where the order stands when its payment page opens, so that nobody pays twice; looked up again when the page comes
 * back from the back/forward cache. A list that cannot be had in time leaves it `unknown`, and the form shows; a later
 * one counts all the same.
 */
export function useOrderPayment(client: StoreClient, orderId: string) {
  const [payment, setPayment] = useState<OrderPayment | 'checking'>('checking')

  useEffect(() => {
    let isGone = false
    const show = (orders: ReceivedOrder[]) => {
      if (!isGone) setPayment(orderPayment(orders, orderId))
    }
    const look = () => {
      inTime(fetchOrders(client), show).then(show, () => {
        if (!isGone) setPayment((known) => (known === 'checking' ? 'unknown' : known))
      })
    }
    const lookAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) look()
    }
    window.addEventListener('pageshow', lookAgain)
    look()
    return () => {
      isGone = true
      window.removeEventListener('pageshow', lookAgain)
    }
  }, [client, orderId])

  return { payment, setPayment }
}
