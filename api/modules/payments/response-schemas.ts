import * as z from 'zod/mini'

import { components, text, optionalText, count } from '../../http/schemas.ts'

const paymentFieldSchema = z
  .object({
    name: text,
    label: text,
    placeholder: optionalText,
    description: optionalText,
    type: z.enum(['text', 'email', 'password', 'number', 'tel', 'textarea', 'select', 'checkbox']),
    options: z.optional(z.array(z.object({ value: text, label: text }))),
    inline: z.boolean(),
    rules: z.object({
      required: z.boolean(),
      minLength: z.optional(count),
      maxLength: z.optional(count),
      pattern: optionalText,
    }),
    rulesMessages: z.optional(z.array(text)),
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
    action: z.optional(paymentActionSchema),
    confirmation: z.optional(z.object({ by: z.literal('shop'), withinHours: z.int().check(z.positive()) })),
  })
  .register(components, { id: 'Payment' })
