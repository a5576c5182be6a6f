import type { PaymentField } from '@tanabana/contract/payment.ts'
import { parseRecord, toRecord } from '../platform/parse-stored.ts'
import { PAYMENT_CHOICES_KEY, readStored, saveStored } from '../platform/storage.ts'
import type { FormValues } from './payment-form.ts'

/** Remembers the choices of an order's payment form in this tab, for a reload. Typed texts are not stored. */
export function savePaymentChoices(orderId: string, fields: PaymentField[], values: FormValues): void {
  const choices = fields.filter(isChoice).map(({ name }) => [name, values.get(name)] as const)
  saveStored(PAYMENT_CHOICES_KEY, { orderId, choices: Object.fromEntries(choices) }, 'sessionStorage')
}

/** Returns `values` with the choices that were made for this order before a reload and that still exist. */
export function withPaymentChoices(orderId: string, fields: PaymentField[], values: FormValues): FormValues {
  const stored = parseRecord(readStored(PAYMENT_CHOICES_KEY, 'sessionStorage'))
  if (stored.orderId !== orderId) return values
  const choices = toRecord(stored.choices)
  const kept = fields.flatMap((field) => {
    const option = isChoice(field) && field.options.find(({ value }) => value === choices[field.name])
    return option ? [[field.name, option.value] as const] : []
  })
  return new Map([...values, ...kept])
}

function isChoice({ type }: PaymentField): boolean {
  return type === 'select'
}
