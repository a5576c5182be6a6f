import * as z from 'zod/mini'

import { optionalText, readableItems, readableList, receivedList, receivedMap } from './received.ts'

/** Kinds of payment methods, beyond the contract. docs/requirements.md#1118-payment-state */
export const PAYMENT_KINDS = ['upi', 'qr', 'card', 'netbanking', 'wallet', 'cod', 'other'] as const

export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** An unknown kind is `other`. */
const kindSchema = z.pipe(
  z.catch(z.nullish(z.enum(PAYMENT_KINDS)), 'other'),
  z.transform((kind): PaymentKind | undefined => kind ?? undefined),
)

/** A choice of a select field; a bare text is its own label. docs/requirements.md#1018-payment-options-and-failed-lists */
const optionSchema = z.union([
  z.pipe(
    z.string(),
    z.transform((text): PaymentOption => ({ value: text, label: text })),
  ),
  z.object({
    value: z.string(),
    label: z.string(),
    kind: z.optional(kindSchema),
    /** Added to the payment. Beyond the contract. docs/requirements.md#1120-cash-on-delivery */
    fee: z.catch(z.optional(z.int().check(z.nonnegative(), z.describe('Paise'))), undefined),
  }),
])

export interface PaymentOption {
  value: string
  label: string
  kind?: PaymentKind | undefined
  /** In paise. */
  fee?: number | undefined
}

/** Why a way to pay is not offered for an order. */
export const METHOD_REFUSALS = [
  'amount',
  'pin-code',
  'contact',
  'open-orders',
  'returned-parcels',
  'other',
] as const

export type MethodRefusal = (typeof METHOD_REFUSALS)[number]

/** An unknown reason is `other`. */
export const methodRefusalSchema = {
  reason: z.catch(z.optional(z.catch(z.enum(METHOD_REFUSALS), 'other')), undefined),
  /** The largest order that may be paid in this way, with the reason `amount`. */
  max: z.catch(z.optional(z.int().check(z.nonnegative(), z.describe('Paise'))), undefined),
}

const optionalCount = z.pipe(
  z.catch(z.nullish(z.number()), undefined),
  z.transform((count) => (count != null && Number.isSafeInteger(count) && count >= 0 ? count : undefined)),
)

/** Lengths in characters. docs/requirements.md#310-payment-field */
export interface PaymentRules {
  required: boolean
  minLength?: number | undefined
  maxLength?: number | undefined
  pattern?: string | undefined
}

/** A field of the payment form. docs/requirements.md#310-payment-field */
export const paymentFieldSchema = z.object({
  name: z.string().check(z.minLength(1)),
  label: optionalText,
  placeholder: optionalText,
  description: optionalText,
  type: z.catch(
    z.enum(['text', 'email', 'password', 'number', 'tel', 'textarea', 'select', 'checkbox']),
    'text',
  ),
  options: receivedList(optionSchema),
  inline: z.catch(z.boolean(), false),
  mask: optionalText,
  rules: z.pipe(
    z.nullish(
      z.object({
        required: z.catch(z.boolean(), false),
        minLength: optionalCount,
        maxLength: optionalCount,
        pattern: optionalText,
      }),
    ),
    z.transform((rules): PaymentRules => rules ?? { required: false }),
  ),
  rulesMessages: receivedList(z.string()),
  defaultValue: z.nullish(z.union([z.string(), z.number(), z.boolean()])),
  showWhenFilled: receivedList(z.string()),
  /** Kinds of a chosen option with which the field is not shown, beyond the contract. */
  hideForKinds: z.catch(readableList(z.enum(PAYMENT_KINDS)), []),
  /** The ways to pay that are no options for this order, beyond the contract. docs/requirements.md#1120-cash-on-delivery */
  notOffered: z.catch(readableList(z.object({ kind: z.enum(PAYMENT_KINDS), ...methodRefusalSchema })), []),
})

/** Response of `GET /payments/fields`: a list, or an object with a `fields` list. docs/requirements.md#72-calls */
export const receivedPaymentFieldsSchema = z.pipe(
  z.transform((received) =>
    typeof received === 'object' && received !== null && 'fields' in received ? received.fields : received,
  ),
  readableItems(paymentFieldSchema),
)

export type PaymentField = z.output<typeof paymentFieldSchema>

/**
 * The next step after an accepted payment. docs/requirements.md#311-payment-response
 * docs/requirements.md#46-payment-flow
 */
const paymentActionSchema = z.object({
  type: z.enum(['redirect_post', 'deeplink', 'qr']),
  redirectUrl: optionalText,
  formParams: z.nullish(
    z.object({
      type: optionalText,
      url: optionalText,
      data: z.pipe(
        z.nullish(receivedMap(z.nullable(z.union([z.string(), z.number(), z.boolean()])))),
        z.transform((data) => data ?? {}),
      ),
    }),
  ),
  qr: optionalText,
  qrBase64: optionalText,
})

/** Tells that the shop confirms the payment by hand, within a number of hours. Beyond the contract. */
const confirmationSchema = z.object({
  by: z.literal('shop'),
  withinHours: z.int().check(z.positive()),
})

/** Why the pieces of an unpaid order can't be held for a payment. Beyond the contract. docs/requirements.md#1116-stock */
export const holdRefusalSchema = z.union([
  z.object({ kind: z.literal('ended') }),
  z.object({
    kind: z.literal('gone'),
    product: z.string().check(z.describe('Title in the first line of which too few pieces are left')),
    choice: optionalText,
    left: z.int().check(z.nonnegative()),
  }),
])

const failedPaymentSchema = z.object({
  success: z.nullish(z.literal(false)),
  error: optionalText,
  hold: z.catch(z.optional(holdRefusalSchema), undefined),
})

/**
 * Response of `POST /payments`. One with `error` and without `success` failed; of a failed one only `error` and `hold` count.
 * docs/requirements.md#1028-failed-payments-try-again-and-pending
 */
export const paymentResponseSchema = z.pipe(
  z.transform((received) => {
    const { data } = z.safeParse(failedPaymentSchema, received)
    const isFailed = data !== undefined && (data.success === false || data.error !== undefined)
    return isFailed ? { success: false, error: data.error, hold: data.hold } : received
  }),
  z.object({
    success: z.boolean(),
    error: optionalText,
    hold: z.optional(holdRefusalSchema),
    action: z.nullish(paymentActionSchema),
    redirectUrl: optionalText,
    confirmation: z.catch(z.optional(confirmationSchema), undefined),
    /** Time after which a QR code or app link is no longer accepted, beyond the contract. */
    expiresAt: z.catch(
      z.optional(z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time))))),
      undefined,
    ),
  }),
)

/**
 * Payment state of an order, with the capability `payment-state`. `unpaid`: no payment was started; `pending` and
 * `declined`: the latest payment; `on-delivery`: the order is accepted and paid at delivery; `accepted`: the shop moved
 * the unpaid order on, and it takes no payment.
 * docs/requirements.md#1118-payment-state
 */
export const PAYMENT_STATES = [
  'unpaid',
  'pending',
  'declined',
  'paid',
  'on-delivery',
  'accepted',
  'cancelled',
] as const

export const paymentStateSchema = z.object({
  state: z.enum(PAYMENT_STATES),
  /** In rupees. */
  total: z.number(),
})

export type PaymentState = z.output<typeof paymentStateSchema>

/** Body of a 410 about a payment link whose order takes no more payment, beside `error`: why it takes none. */
export const closedLinkSchema = z.object({
  code: z.literal('payment-link-closed'),
  state: z.enum(['paid', 'on-delivery', 'accepted', 'cancelled']),
})

export type ClosedLink = z.output<typeof closedLinkSchema>
export type ShopConfirmation = z.output<typeof confirmationSchema>
export type HoldRefusal = z.output<typeof holdRefusalSchema>
export type PaymentAction = z.output<typeof paymentActionSchema>
export type PaymentResponse = z.output<typeof paymentResponseSchema>

/** Whether a host equals one of the patterns; a leading `*.` covers every subdomain. */
export function matchesHost(host: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern,
  )
}
