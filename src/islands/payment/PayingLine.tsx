import type { PaymentField } from '@tanabana/contract/payment.ts'
import { nextText, payingText } from '../../lib/payment/paying-text.ts'
import { chosenMethod, type FormValues } from '../../lib/payment/payment-form.ts'
import { isInAppBrowser } from '../../lib/platform/in-app-browser.ts'
import type { PaidOrder } from './use-pay.ts'

interface Props {
  id: string
  /** The visible fields of the form. */
  fields: PaymentField[]
  values: FormValues
  total: PaidOrder['total']
}

/** Above the button: the chosen way to pay with its amount, and what the button leads to. docs/requirements.md#212-payment-page */
export function PayingLine({ id, fields, values, total }: Props) {
  const method = chosenMethod(fields, values)
  const next = nextText(method?.kind, isInAppBrowser())
  return (
    // Takes no place while it is empty, but stays a live region.
    <p id={id} aria-live="polite" className="text-center empty:absolute">
      {method && typeof total === 'number' && (
        <strong className="block tabular-nums">{payingText(method, total)}</strong>
      )}
      {next && <span className="block text-sm text-muted">{next}</span>}
    </p>
  )
}
