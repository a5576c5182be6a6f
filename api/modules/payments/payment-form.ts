import type * as z from 'zod/mini'

import { PHONE_MAX_LENGTH } from '@tanabana/contract/constants.ts'
import { readPhone } from '@tanabana/contract/phone.ts'
import type { PaymentRequest } from '@tanabana/contract/requests.ts'
import { formatPrice } from '../../rupees.ts'
import { CASH_REFUSED, decideMethods, type DecidedMethod } from '../quotes/decide-methods.ts'
import type { PaymentMethod } from '../quotes/payment-options.ts'
import type { paymentFieldsResponse } from './response-schemas.ts'

type PaymentField = z.input<typeof paymentFieldsResponse>['fields'][number]

const MOBILE_PATTERN = '^\\+91[6-9][0-9]{9}$'
/** UPI references have 12 digits; banks and apps show longer ones of letters and digits. */
const REFERENCE_PATTERN = /^[A-Za-z0-9]{12,35}$/

/** Whether a stored method is a UPI method. */
export function isUpiMethod(method: string): boolean {
  return method === 'upi-qr' || method === 'upi-app'
}

/** The ways to pay in examples of the OpenAPI document. */
export function exampleMethods({ cash }: { cash: boolean }): DecidedMethod[] {
  return decideMethods({ record: {}, paymentOptions: { provider: 'account', upi: 'account', cash } }, {})
}

/** The form fields of `GET /payments/fields`, for an order with its phone. */
export function paymentFields(methods: readonly DecidedMethod[], orderPhone = ''): PaymentField[] {
  const offered = methods.filter(({ isOffered }) => isOffered)
  const description = describeMethods(methods)
  const notOffered = methods.flatMap(({ isOffered, kind, reason, max }) =>
    isOffered ? [] : [{ kind, reason, max }],
  )
  const phone = `+91${readPhone(orderPhone) ?? ''}`
  return [
    {
      name: 'method',
      label: 'How would you like to pay?',
      placeholder: 'Choose a way to pay',
      ...(description !== undefined && { description }),
      type: 'select',
      inline: false,
      options: offered.map(({ value, label, kind, fee }) => ({ value, label, kind, fee })),
      ...(notOffered.length > 0 && { notOffered }),
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
      ...(new RegExp(MOBILE_PATTERN).test(phone) && { defaultValue: phone }),
      showWhenFilled: ['method'],
      ...(offered.some(({ kind }) => kind === 'cod') && { hideForKinds: ['cod' as const] }),
    },
  ]
}

/** Why nothing, or no cash on delivery, is offered, or what it costs. */
function describeMethods(methods: readonly DecidedMethod[]): string | undefined {
  if (!methods.some(({ isOffered }) => isOffered)) {
    return "This shop doesn't take online payments yet. Please contact the shop."
  }
  const cash = methods.find(({ kind }) => kind === 'cod')
  if (cash?.max !== undefined) return `Cash on delivery: up to ${formatPrice(cash.max)}.`
  if (cash?.reason) return CASH_REFUSED[cash.reason]
  return cash?.fee === undefined ? undefined : `Cash on delivery costs ${formatPrice(cash.fee)} more.`
}

interface PaymentForm {
  method: PaymentMethod
  /** Empty for cash on delivery. */
  phone: string
  /** Bank reference (UTR) of a payment to the shop's own UPI id, from the waiting screen; may be empty. */
  reference: string
}

/** Parses the form, or returns the sentence for its first error. */
export function parsePaymentForm(
  fields: PaymentRequest['fields'],
  methods: readonly DecidedMethod[],
): PaymentForm | { error: string } {
  const method = methods.find(({ value, isOffered }) => isOffered && value === fields.method)?.value
  if (!method) return { error: 'Choose a way to pay.' }
  if (method === 'cash-on-delivery') return { method, phone: '', reference: '' }
  if (typeof fields.phone !== 'string' || !new RegExp(MOBILE_PATTERN).test(fields.phone)) {
    return { error: 'Enter an Indian mobile number: +91 and 10 digits.' }
  }
  const reference = typeof fields.reference === 'string' ? fields.reference.replace(/\s/g, '') : ''
  if (reference !== '' && !REFERENCE_PATTERN.test(reference)) {
    return { error: 'A UPI reference number has 12 digits. Check it or leave it empty.' }
  }
  return { method, phone: fields.phone, reference }
}
