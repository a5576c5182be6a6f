import type { PaymentField } from '@tanabana/contract/payment.ts'
import { parseRecord, toRecord } from '../platform/parse-stored.ts'
import { PAYMENT_CHOICES_KEY, readStored, saveStored } from '../platform/storage.ts'
import type { FormValues } from './payment-form.ts'
import { isPhoneField, toPhone } from './phone.ts'

/** Remembers the choices of an order's payment form and its phone number in this tab, for a reload. No other text is stored. */
export function savePaymentChoices(orderId: string, fields: PaymentField[], values: FormValues): void {
  const choices = fields.filter(isRemembered).map(({ name }) => [name, values.get(name)] as const)
  saveStored(PAYMENT_CHOICES_KEY, { orderId, choices: Object.fromEntries(choices) }, 'sessionStorage')
}

/** Returns `values` with those that were entered for this order before a reload and that still fit. */
export function withPaymentChoices(orderId: string, fields: PaymentField[], values: FormValues): FormValues {
  const stored = parseRecord(readStored(PAYMENT_CHOICES_KEY, 'sessionStorage'))
  if (stored.orderId !== orderId) return values
  const choices = toRecord(stored.choices)
  const kept = fields.flatMap((field) => {
    const value = isRemembered(field) ? fitting(field, choices[field.name]) : undefined
    return value === undefined ? [] : [[field.name, value] as const]
  })
  return new Map([...values, ...kept])
}

function isRemembered(field: PaymentField): boolean {
  return field.type === 'select' || isPhoneField(field)
}

function fitting(field: PaymentField, stored: unknown): string | undefined {
  if (typeof stored !== 'string' || stored === '') return undefined
  if (field.type !== 'select') return toPhone(stored, field.rules.maxLength)
  return field.options.find(({ value }) => value === stored)?.value
}
