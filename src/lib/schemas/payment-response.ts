import * as z from 'zod/mini'

import { optionalText, receivedMap } from './received.ts'

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

/** Response of `POST /payments`. */
export const paymentResponseSchema = z.object({
  success: z.boolean(),
  error: optionalText,
  action: z.nullish(paymentActionSchema),
  redirectUrl: optionalText,
  confirmation: z.catch(z.optional(confirmationSchema), undefined),
})

export type ShopConfirmation = z.output<typeof confirmationSchema>
export type PaymentAction = z.output<typeof paymentActionSchema>
export type PaymentResponse = z.output<typeof paymentResponseSchema>
