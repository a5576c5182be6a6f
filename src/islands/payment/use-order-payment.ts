import { useEffect, useState } from 'react'

import { orderPayment, type OrderPayment } from '../../lib/domain/order-payment.ts'
import type { StoreClient } from '../../lib/store-api/client.ts'
import { fetchOrders } from '../../lib/store-api/orders.ts'

/** A list of orders slower than this does not hold the form back. */
const PATIENCE_MS = 3000

/**
 * Where the order stands when its payment page opens, so that nobody pays twice; looked up again when the page comes
 * back from the back/forward cache. A list that cannot be had leaves it `unknown`, and the form shows.
 */
export function useOrderPayment(client: StoreClient, orderId: string) {
  const [payment, setPayment] = useState<OrderPayment | 'checking'>('checking')

  useEffect(() => {
    let isGone = false
    const look = () => {
      fetchOrders(client).then(
        (orders) => {
          if (!isGone) setPayment(orderPayment(orders, orderId))
        },
        () => {
          if (!isGone) setPayment((known) => (known === 'checking' ? 'unknown' : known))
        },
      )
    }
    const lookAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) look()
    }
    const timer = setTimeout(
      () => setPayment((known) => (known === 'checking' ? 'unknown' : known)),
      PATIENCE_MS,
    )
    window.addEventListener('pageshow', lookAgain)
    look()
    return () => {
      isGone = true
      clearTimeout(timer)
      window.removeEventListener('pageshow', lookAgain)
    }
  }, [client, orderId])

  return { payment, setPayment }
}
