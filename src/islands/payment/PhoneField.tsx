import { editPhone } from '../../lib/payment/phone.ts'
import { Field } from '../ui/Field.tsx'
import type { FrameProps } from '../ui/FieldFrame.tsx'
import type { PaymentFieldProps } from './FieldLabel.tsx'

/** Keeps `+91` and digits for any typed or pasted text, and the caret at the edit. docs/requirements.md#58-phone-fields */
export function PhoneField({ field, value, onChange, label, hint, error }: PaymentFieldProps & FrameProps) {
  function handleChange({ currentTarget: input }: { currentTarget: HTMLInputElement }): void {
    const typed = { value: input.value, caret: input.selectionStart ?? input.value.length }
    const edited = editPhone(String(value), typed, field.rules.maxLength)
    // Set the value before React does, which would move the caret to the end.
    input.value = edited.value
    input.setSelectionRange(edited.caret, edited.caret)
    onChange(edited.value)
  }

  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      name={field.name}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder={field.placeholder}
      aria-required={field.rules.required || undefined}
      value={String(value)}
      onChange={handleChange}
    />
  )
}
