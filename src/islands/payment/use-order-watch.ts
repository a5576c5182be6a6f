import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { watchOrder, type OrderWatch } from '../../lib/payment/order-watch.ts'
import { orderPayment, type OrderPayment } from '../../lib/payment/order-payment.ts'
import { isUnauthorized } from '../../lib/api-client/errors.ts'
import type { StoreClient } from '../../lib/api-client/client.ts'
import { fetchOrders } from '../../lib/api-client/orders.ts'

interface Options {
  client: StoreClient
  orderId: string
  onPaid: () => void
  /** Called when the order is cancelled or its status is unknown. */
  onChanged: (payment: OrderPayment) => void
}

/** Watches the order while the screen shows, until it is no longer Pending. */
export function useOrderWatch({ client, orderId, onPaid, onChanged }: Options) {
  const [watch, setWatch] = useState<'watching' | 'paused' | 'paid'>('watching')
  const running = useRef<OrderWatch>(null)

  const look = useEffectEvent(async (): Promise<boolean> => {
    const payment = orderPayment(await fetchOrders(client), orderId)
    switch (payment.state) {
      case 'paid':
        setWatch('paid')
        onPaid()
        return true
      case 'cancelled':
      case 'unknown':
        onChanged(payment)
        return true
      default:
        return false
    }
  })

  useEffect(() => {
    const watching = watchOrder({
      look: () => look(),
      isFinal: isUnauthorized,
      onPause: () => setWatch('paused'),
      onResume: () => setWatch('watching'),
    })
    running.current = watching
    return watching.stop
  }, [])

  return { watch, lookNow: () => running.current?.lookNow() }
}
