import { t } from '../../lib/messages/translate.ts'
import type { PaymentField } from '../../lib/schemas/payment.ts'

/** What every control of the payment form is given. */
export interface PaymentFieldProps {
  field: PaymentField
  value: string | boolean
  error: string | undefined
  onChange: (value: string | boolean) => void
}

/** The label, with a star where the field must be filled. */
export function FieldLabel({ field }: { field: PaymentField }) {
  return (
    <>
      {t(field.label ?? field.name)}
      {field.rules.required && <span aria-hidden="true"> *</span>}
    </>
  )
}
