import * as z from 'zod/mini'

import {
  closedLinkSchema,
  holdRefusalSchema,
  METHOD_REFUSALS,
  PAYMENT_KINDS,
  PAYMENT_STATES,
} from '@tanabana/contract/payment.ts'
import { components, failureResponse, text, optionalText, count, moment, rupees } from '../../http/schemas.ts'
import { orderDiscountResponse, orderItemSchema } from '../orders/response-schemas.ts'

const paymentFieldSchema = z
  .object({
    name: text,
    label: text,
    placeholder: optionalText,
    description: optionalText,
    type: z.enum(['text', 'email', 'password', 'number', 'tel', 'textarea', 'select', 'checkbox']),
    options: z.optional(
      z.array(
        z.object({
          value: text,
          label: text,
          kind: z.optional(z.enum(PAYMENT_KINDS)),
          fee: z.optional(count.check(z.describe('Paise, added to the payment'))),
        }),
      ),
    ),
    notOffered: z.optional(
      z
        .array(
          z.object({
            kind: z.enum(PAYMENT_KINDS),
            reason: z.optional(z.enum(METHOD_REFUSALS)),
            max: z.optional(count.check(z.describe('Paise: the largest order, with the reason `amount`'))),
          }),
        )
        .check(z.describe('Ways to pay that are no options for this order; `description` says it in words')),
    ),
    inline: z.boolean(),
    rules: z.object({
      required: z.boolean(),
      minLength: z.optional(count),
      maxLength: z.optional(count),
      pattern: optionalText,
    }),
    rulesMessages: z.optional(z.array(text)),
    defaultValue: optionalText,
    hideForKinds: z.optional(
      z.array(z.enum(PAYMENT_KINDS)).check(z.describe('Kinds of a chosen option with which it is not shown')),
    ),
    showWhenFilled: z.optional(
      z.array(text).check(z.describe('Names of fields: it is shown once these are filled in')),
    ),
  })
  .register(components, { id: 'PaymentField' })

export const paymentFieldsResponse = z
  .object({ fields: z.array(paymentFieldSchema) })
  .register(components, { id: 'PaymentFields' })

const paymentActionSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('qr'), qr: text.check(z.describe('The text of the QR code')) }),
    z.object({ type: z.literal('deeplink'), redirectUrl: text }),
    z.object({
      type: z.literal('redirect_post'),
      redirectUrl: text,
      formParams: z.object({ type: text, url: text, data: z.record(text, text) }),
    }),
  ])
  .register(components, { id: 'PaymentAction' })

export const paymentResponse = z
  .object({
    success: z.boolean(),
    error: optionalText,
    hold: z.optional(holdRefusalSchema),
    action: z.optional(paymentActionSchema),
    redirectUrl: z.optional(text.check(z.describe('A page of the shop to open'))),
    expiresAt: z.optional(moment.check(z.describe('After this time a QR code is no longer accepted'))),
    confirmation: z.optional(z.object({ by: z.literal('shop'), withinHours: z.int().check(z.positive()) })),
  })
  .register(components, { id: 'Payment' })

/** The response of a payment that starts. */
export const nextStep = {
  status: 200 as const,
  description: 'The next step, or why there is none',
  schema: paymentResponse,
  example: {
    success: true,
    action: {
      type: 'qr' as const,
      qr: 'upi://pay?pa=tanabana@bank&pn=Tanabana&am=1199.00&cu=INR&tr=8f2c',
    },
  },
}

const paymentState = z
  .enum(PAYMENT_STATES)
  .check(
    z.describe(
      '`unpaid`: no payment was started; `pending` and `declined`: the latest payment; `on-delivery`: paid at delivery; `accepted`: the shop moved the unpaid order on, and it takes no payment',
    ),
  )

export const paymentStateResponse = z
  .object({ state: paymentState, total: rupees })
  .register(components, { id: 'PaymentState' })

export const paymentLinkResponse = z
  .object({
    token: text.check(z.describe("Last segment of the shop's page `/pay/{token}`")),
    reference: text.check(z.describe('Name of the order for whoever gets the link')),
    expiresAt: moment,
  })
  .register(components, { id: 'PaymentLink' })

/** The order of a payment link, without its number and without personal data beyond the first name. */
export const linkedOrderResponse = z
  .object({
    id: text.check(z.describe('The reference of the link')),
    status: z.int(),
    createdAt: moment,
    firstName: text,
    items: z.array(orderItemSchema),
    discount: z.optional(orderDiscountResponse),
    payment: paymentStateResponse,
    fields: z.array(paymentFieldSchema),
    expiresAt: moment,
  })
  .register(components, { id: 'LinkedOrder' })

/** 410 for a payment link whose order takes no more payment. */
export const closedLinkResponse = z
  .extend(failureResponse, closedLinkSchema.shape)
  .register(components, { id: 'ClosedPaymentLink' })

/** A refund that the shop sends by hand. */
export const refundLinkResponse = z
  .object({
    id: text.check(z.describe('Order number')),
    due: rupees,
    upiId: z.optional(text.check(z.describe('Where it goes; masked once nothing is due'))),
    refunds: z.array(z.object({ amount: rupees, sentAt: moment, reference: text })),
  })
  .register(components, { id: 'RefundLink' })
