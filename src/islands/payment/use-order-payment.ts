import { useEffect, useState } from 'react'

import { isUnauthorized } from '../../lib/api-client/errors.ts'
import type { OrderPayment } from '../../lib/payment/order-payment.ts'
import type { PaymentAccess } from '../../lib/payment/payment-access.ts'
import { withResponseTimeout } from '../../lib/api-client/browser-client.ts'
import { useReturn } from '../ui/page-hooks.ts'

/**
 * Fetches the order before its payment form shows, so that no order is paid twice: on mount, after the back/forward
 * cache, and on `recheck`. `payment` is the last result; it may be outdated while a call is in flight or has failed.
 * A result after the timeout still counts.
 */
export function useOrderPayment(access: PaymentAccess) {
  const [payment, setPayment] = useState<OrderPayment>()
  const [check, setCheck] = useState<'checking' | 'failed' | 'done'>('checking')
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isGone = false
    const show = (found: OrderPayment) => {
      if (isGone) return
      setPayment(found)
      setCheck('done')
    }
    withResponseTimeout(access.fetchPayment(), show).then(show, (error: unknown) => {
      // After a 401 the page navigates to sign-in.
      if (!isGone && !isUnauthorized(error)) setCheck('failed')
    })
    return () => {
      isGone = true
    }
  }, [access, attempt])

  function recheck(): void {
    setCheck('checking')
    setAttempt(attempt + 1)
  }

  useReturn(recheck)

  return { payment, setPayment, check, recheck }
}
