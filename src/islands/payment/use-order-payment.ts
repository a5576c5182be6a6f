import { useEffect, useState } from 'react'

import { withResponseTimeout } from '../../lib/api-client/response-timeout.ts'
import { isUnauthorized } from '../../lib/api-client/errors.ts'
import type { OrderPayment } from '../../lib/payment/order-payment.ts'
import type { PaymentAccess } from '../../lib/payment/payment-access.ts'
import { useReturn } from '../ui/page-hooks.ts'

/**
 * Fetches the order beside its payment form: on mount, after the back/forward cache, and on `recheck`. `payment` is the
 * last result, `hasFailed` tells that the latest call has none. A result after the timeout still counts.
 */
export function useOrderPayment(access: PaymentAccess) {
  const [payment, setPayment] = useState<OrderPayment>()
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isGone = false
    const show = (found: OrderPayment) => {
      if (isGone) return
      setPayment(found)
      setFailed(false)
    }
    withResponseTimeout(access.fetchPayment(), show).then(show, (error: unknown) => {
      // After a 401 the page navigates to sign-in.
      if (!isGone && !isUnauthorized(error)) setFailed(true)
    })
    return () => {
      isGone = true
    }
  }, [access, attempt])

  function recheck(): void {
    setAttempt(attempt + 1)
  }

  useReturn(recheck)

  return { payment, setPayment, hasFailed, recheck }
}
