import { useEffect, useRef } from 'react'

import { t } from '../../lib/i18n/translate.ts'
import { paymentMessages } from '../../lib/payment/messages.ts'
import type { ProviderResult } from '../../lib/payment/payment-redirect.ts'
import { buttonClasses } from '../../styles/classes.ts'
import { Alert } from '../ui/Loading.tsx'

interface Props {
  message: string
  /** Focuses the alert after a submit: the disabled button lost the focus, and the alert may be far away. */
  takesFocus?: boolean
  /** Shows a retry button. */
  onRetry?: () => void
  /** Opened by a payment link, without a way back to the checkout. */
  isLinked?: boolean
}

/** An error with a link back to the checkout. docs/requirements.md#212-payment-page */
export function PaymentAlert({ message, takesFocus = false, onRetry, isLinked = false }: Props) {
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (takesFocus) region.current?.focus()
  }, [takesFocus])

  return (
    <div ref={region} tabIndex={-1} className="grid gap-4 focus:outline-none">
      <Alert>{message}</Alert>
      <div className="flex flex-wrap gap-3">
        {onRetry && (
          <button type="button" onClick={onRetry} className={buttonClasses.primary}>
            {t('Try again')}
          </button>
        )}
        {!isLinked && (
          <button
            type="button"
            onClick={() => location.assign('/checkout')}
            className={buttonClasses.secondary}
          >
            {t('Return to checkout')}
          </button>
        )}
      </div>
    </div>
  )
}

/** Shows the outcome of a payment after the payment provider's return. */
export function ProviderNotice({
  result,
  isLinked = false,
}: {
  result: ProviderResult
  /** Opened by a payment link, whose holder has no orders to look at. */
  isLinked?: boolean
}) {
  const { results, linkedPending } = paymentMessages
  return <Alert>{isLinked && result === 'pending' ? linkedPending : results[result]}</Alert>
}
