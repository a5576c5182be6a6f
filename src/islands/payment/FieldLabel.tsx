import { t } from '../../lib/i18n/translate.ts'
import type { PaymentField } from '../../lib/contract/payment.ts'

/** Props of every control of the payment form. */
export interface PaymentFieldProps {
  field: PaymentField
  value: string | boolean
  error: string | undefined
  onChange: (value: string | boolean) => void
}

/** The label, with a star for a required field. */
export function FieldLabel({ field }: { field: PaymentField }) {
  return (
    <>
      {t(field.label ?? field.name)}
      {field.rules.required && <span aria-hidden="true"> *</span>}
    </>
  )
}
