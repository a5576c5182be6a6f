import * as z from 'zod/mini'

import { optionalText, receivedMap } from './received.ts'

/** What the browser does after a payment was accepted. §3 Payment response, §4 Payment flow */
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

/** Answer of `POST /payments`. §3 Payment response */
export const paymentResponseSchema = z.object({
  success: z.boolean(),
  error: optionalText,
  action: z.nullish(paymentActionSchema),
  redirectUrl: optionalText,
})

export type PaymentAction = z.output<typeof paymentActionSchema>
export type PaymentResponse = z.output<typeof paymentResponseSchema>
