import { isPhoneField } from '../../lib/payment/phone.ts'
import { t } from '../../lib/i18n/translate.ts'
import { inputClasses } from '../../styles/classes.ts'
import { Field } from '../ui/Field.tsx'
import { FieldFrame } from '../ui/FieldFrame.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { CheckboxField } from './CheckboxField.tsx'
import { FieldLabel, type PaymentFieldProps } from './FieldLabel.tsx'
import { MaskedField } from './MaskedField.tsx'
import { PhoneField } from './PhoneField.tsx'

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
            placeholder={field.placeholder}
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
    placeholder: field.placeholder,
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
