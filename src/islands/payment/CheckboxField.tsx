import { useId } from 'react'

import { t } from '../../lib/i18n/translate.ts'
import { errorClasses } from '../../styles/classes.ts'
import { FieldLabel, type PaymentFieldProps } from './FieldLabel.tsx'

/** A checkbox with its label. docs/requirements.md#310-payment-field */
export function CheckboxField({ field, value, error, onChange }: PaymentFieldProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, field.description && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label className="flex min-h-target cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name={field.name}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
          aria-required={field.rules.required || undefined}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={describedBy || undefined}
          className="size-5 shrink-0 accent-accent"
        />
        <span>
          <FieldLabel field={field} />
        </span>
      </label>
      {error && (
        <span id={`${id}-error`} className={errorClasses}>
          {t(error)}
        </span>
      )}
      {field.description && (
        <span id={`${id}-hint`} className="block text-sm text-muted">
          {t(field.description)}
        </span>
      )}
    </div>
  )
}
