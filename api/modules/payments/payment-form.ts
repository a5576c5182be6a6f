import type * as z from 'zod/mini'

import { PHONE_MAX_LENGTH } from '@tanabana/contract/constants.ts'
import type { PaymentRequest } from '@tanabana/contract/requests.ts'
import type { paymentFieldsResponse } from './response-schemas.ts'

type PaymentField = z.input<typeof paymentFieldsResponse>['fields'][number]

const METHODS = [
  { value: 'upi-qr', label: 'Scan a UPI QR code', kind: 'qr' },
  { value: 'upi-app', label: 'UPI app on this phone (GPay, PhonePe, Paytm)', kind: 'upi' },
  { value: 'card', label: 'Card or net banking', kind: 'card' },
  // Last: an order that is paid at delivery takes no further payment.
  { value: 'cash-on-delivery', label: 'Cash on delivery', kind: 'cod' },
] as const

export type PaymentMethod = (typeof METHODS)[number]['value']

const MOBILE_PATTERN = '^\\+91[6-9][0-9]{9}$'
/** UPI references have 12 digits; banks and apps show longer ones of letters and digits. */
const REFERENCE_PATTERN = /^[A-Za-z0-9]{12,35}$/
const EMAIL_PATTERN = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** Payment options of a shop. */
export interface PaymentOptions {
  /** Provider with a payment page: the sandbox, or the shop's account with a real provider. */
  provider: 'sandbox' | 'account' | undefined
  /** Who issues the UPI link and confirms its payment; `shop` uses its own UPI id and confirms manually. */
  upi: 'sandbox' | 'account' | 'shop' | undefined
  /** Takes cash on delivery. */
  cash: boolean
}

/** Whether a stored method is a UPI method. */
export function isUpiMethod(method: string): boolean {
  return method === 'upi-qr' || method === 'upi-app'
}

function offeredMethods({ provider, upi, cash }: PaymentOptions): PaymentMethod[] {
  const isOffered: Record<PaymentMethod, boolean> = {
    'upi-qr': upi !== undefined,
    'upi-app': upi !== undefined,
    card: provider !== undefined,
    'cash-on-delivery': cash,
  }
  return METHODS.map(({ value }) => value).filter((value) => isOffered[value])
}

function labelOf({ value, label }: (typeof METHODS)[number], { provider }: PaymentOptions): string {
  return value === 'card' && provider === 'account' ? 'Card, net banking, wallet or UPI' : label
}

/** The form fields of `GET /payments/fields`. */
export function paymentFields(paymentOptions: PaymentOptions): PaymentField[] {
  const offered = offeredMethods(paymentOptions)
  return [
    {
      name: 'method',
      label: 'How would you like to pay?',
      placeholder: 'Choose a way to pay',
      ...(offered.length === 0 && {
        description: "This shop doesn't take online payments yet. Please contact the shop.",
      }),
      type: 'select',
      inline: false,
      options: METHODS.filter(({ value }) => offered.includes(value)).map((method) => ({
        value: method.value,
        label: labelOf(method, paymentOptions),
        kind: method.kind,
      })),
      rules: { required: true },
      rulesMessages: ['Choose a way to pay'],
    },
    {
      name: 'phone',
      label: 'Mobile number',
      description: "We'll contact you only about this payment.",
      type: 'tel',
      inline: false,
      rules: {
        required: true,
        minLength: PHONE_MAX_LENGTH,
        maxLength: PHONE_MAX_LENGTH,
        pattern: MOBILE_PATTERN,
      },
      rulesMessages: ['Enter your mobile number'],
      showWhenFilled: ['method'],
    },
    {
      name: 'email',
      label: 'Email for the receipt (optional)',
      placeholder: 'you@example.com',
      type: 'email',
      inline: false,
      rules: { required: false, maxLength: 254 },
      showWhenFilled: ['method'],
    },
  ]
}

interface PaymentForm {
  method: PaymentMethod
  phone: string
  email: string
  /** Bank reference (UTR) of a payment to the shop's own UPI id, from the waiting screen; may be empty. */
  reference: string
}

/** Parses the form, or returns the sentence for its first error. */
export function parsePaymentForm(
  fields: PaymentRequest['fields'],
  paymentOptions: PaymentOptions,
): PaymentForm | { error: string } {
  const method = offeredMethods(paymentOptions).find((value) => value === fields.method)
  if (!method) return { error: 'Choose a way to pay.' }
  if (typeof fields.phone !== 'string' || !new RegExp(MOBILE_PATTERN).test(fields.phone)) {
    return { error: 'Enter an Indian mobile number: +91 and 10 digits.' }
  }
  const { email = '' } = fields
  if (typeof email !== 'string' || email.length > 254 || (email !== '' && !EMAIL_PATTERN.test(email))) {
    return { error: 'Please enter a valid email address' }
  }
  const reference = typeof fields.reference === 'string' ? fields.reference.replace(/\s/g, '') : ''
  if (reference !== '' && !REFERENCE_PATTERN.test(reference)) {
    return { error: 'A UPI reference number has 12 digits. Check it or leave it empty.' }
  }
  return { method, phone: fields.phone, email, reference }
}
