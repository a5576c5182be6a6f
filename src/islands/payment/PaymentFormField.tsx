import type { Maskito } from '@maskito/core'
import { useEffect, useId, useRef } from 'react'

import type { PaymentField } from '@tanabana/contract/payment.ts'
import { t } from '../../lib/i18n/translate.ts'
import { isNumericMask, toMask } from '../../lib/payment/mask.ts'
import { hasKinds } from '../../lib/payment/payment-form.ts'
import { cashNote } from '../../lib/payment/paying-text.ts'
import { editPhone, isPhoneField } from '../../lib/payment/phone.ts'
import { errorClasses, inputClasses } from '../../styles/classes.ts'
import { Field, FieldFrame } from '../ui/Field.tsx'
import type { FrameProps } from '../ui/Field.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { MethodChoices } from './MethodChoices.tsx'

/**
 * One field of any type; a phone field takes precedence over its type. docs/requirements.md#310-payment-field
 * docs/requirements.md#58-phone-fields
 */
export function PaymentFormField(props: PaymentFieldProps) {
  const { field, error, onChange } = props
  if (field.type === 'checkbox') return <CheckboxField {...props} />
  const text = String(props.value)
  const frame = {
    label: <FieldLabel field={field} />,
    hint: field.description && t(field.description),
    error,
  }
  const control = { name: field.name, 'aria-required': field.rules.required || undefined }

  if (hasKinds(field)) {
    const hint = cashNote(field) || frame.hint
    return <MethodChoices {...frame} hint={hint} field={field} value={text} onChange={onChange} />
  }
  if (field.type === 'select') {
    return (
      <FieldFrame {...frame}>
        {(described) => (
          <select
            {...control}
            {...described}
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
            className={inputClasses}
          >
            <option value="">{t(field.placeholder ?? 'Choose')}</option>
            {field.options.map(({ value, label }, index) => (
              <option key={index} value={value}>
                {t(label)}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
    )
  }
  if (isPhoneField(field)) return <PhoneField {...props} {...frame} />
  if (field.type === 'textarea') {
    return (
      <FieldFrame {...frame}>
        {(described) => (
          <textarea
            {...control}
            {...described}
            rows={3}
            placeholder={field.placeholder && t(field.placeholder)}
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
            className={inputClasses}
          />
        )}
      </FieldFrame>
    )
  }

  const input = {
    ...control,
    placeholder: field.placeholder && t(field.placeholder),
    value: text,
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  }
  if (field.type === 'password') {
    const label = t(field.label ?? field.name)
    return <PasswordField {...frame} {...input} label={label} autoComplete="off" />
  }
  if (field.mask) return <MaskedField {...frame} {...control} field={field} text={text} onText={onChange} />
  if (field.type === 'number')
    return <Field {...frame} {...input} type="number" step="any" inputMode="decimal" />
  if (field.type === 'email') {
    return (
      <Field
        {...frame}
        {...input}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
      />
    )
  }
  return <Field {...frame} {...input} type="text" />
}

/** A checkbox with its label. docs/requirements.md#310-payment-field */
function CheckboxField({ field, value, error, onChange }: PaymentFieldProps) {
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
          className="size-5 shrink-0"
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

interface Props extends FrameProps {
  field: PaymentField
  name: string
  'aria-required': true | undefined
  text: string
  onText: (text: string) => void
}

/**
 * A text field that applies its mask while typing; the form sends the masked text.
 * docs/requirements.md#310-payment-field
 */
function MaskedField({ field, text, onText, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const maskText = field.mask ?? ''
  const mask = toMask(maskText)

  useEffect(() => {
    const readMask = toMask(maskText)
    if (!readMask) return
    let isGone = false
    let masking: Maskito | undefined
    // Without the library the field takes plain text, which the store validates.
    void loadMaskito().then((Masking) => {
      if (!Masking || isGone || !input.current) return
      masking = new Masking(input.current, { mask: readMask })
      // Apply the mask to text typed before the library loaded.
      input.current.dispatchEvent(new InputEvent('input', { bubbles: true }))
    })
    return () => {
      isGone = true
      masking?.destroy()
    }
  }, [maskText])

  return (
    <Field
      {...props}
      ref={input}
      // Masking needs a text selection, which inputs of type number and email lack.
      type="text"
      inputMode={mask && isNumericMask(mask) ? 'numeric' : undefined}
      placeholder={field.placeholder && t(field.placeholder)}
      value={text}
      // React's onChange misses values that the mask writes.
      onInput={(event) => onText(event.currentTarget.value)}
    />
  )
}

async function loadMaskito(): Promise<typeof Maskito | undefined> {
  try {
    return (await import('@maskito/core')).Maskito
  } catch {
    return undefined
  }
}

/** Keeps `+91` and digits for any typed or pasted text, and the caret at the edit. docs/requirements.md#58-phone-fields */
function PhoneField({ field, value, onChange, label, hint, error }: PaymentFieldProps & FrameProps) {
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
      placeholder={field.placeholder && t(field.placeholder)}
      aria-required={field.rules.required || undefined}
      value={String(value)}
      onChange={handleChange}
    />
  )
}

/** Props of every control of the payment form. */
export interface PaymentFieldProps {
  field: PaymentField
  value: string | boolean
  error: string | undefined
  onChange: (value: string | boolean) => void
}

/** The label, with a star for a required field. */
function FieldLabel({ field }: { field: PaymentField }) {
  return (
    <>
      {t(field.label ?? field.name)}
      {field.rules.required && <span aria-hidden="true"> *</span>}
    </>
  )
}
