import * as z from 'zod/mini'

import { receivedOrderSchema } from '../contract/order.ts'
import {
  paymentResponseSchema,
  paymentStateSchema,
  type PaymentResponse,
  receivedPaymentFieldsSchema,
} from '../contract/payment.ts'
import { wrappedOrBare } from '../contract/received.ts'
import type { PaymentRequest } from '../contract/requests.ts'
import { type PaymentAccess } from '../payment/payment-access.ts'
import { toOrderPayment } from '../payment/order-payment.ts'
import type { StoreClient } from './client.ts'

const linkSchema = z.object({ token: z.string().check(z.regex(/^[\w-]{43,200}$/)) })

const linkedOrderSchema = z.object({
  ...receivedOrderSchema.shape,
  firstName: z.catch(z.string(), ''),
  payment: paymentStateSchema,
  fields: receivedPaymentFieldsSchema,
})

export type LinkedOrder = z.output<typeof linkedOrderSchema>

/** Returns the token of a link that pays the shopper's own order. docs/requirements.md#1119-payment-links */
export async function createPaymentLink(client: StoreClient, orderId: string): Promise<string> {
  const path = `/orders/${encodeURIComponent(orderId)}/payment-link`
  return (await client.post(path, wrappedOrBare(linkSchema), {})).token
}

export function fetchLinkedOrder(client: StoreClient, token: string): Promise<LinkedOrder> {
  return client.get(`/payment-links/${encodeURIComponent(token)}`, wrappedOrBare(linkedOrderSchema))
}

/** The calls of a payment link, which need no sign-in. */
export function linkAccess(client: StoreClient, token: string): PaymentAccess {
  const page = `/pay/${token}`
  return {
    pages: { success: page, orders: page },
    tellsDecline: true,
    fetchFields: async () => (await fetchLinkedOrder(client, token)).fields,
    fetchPayment: async () => toOrderPayment((await fetchLinkedOrder(client, token)).payment),
    start: (fields: PaymentRequest['fields'], key?: string): Promise<PaymentResponse> =>
      client.post(
        `/payment-links/${encodeURIComponent(token)}/payments`,
        wrappedOrBare(paymentResponseSchema),
        { fields },
        key ? { 'idempotency-key': key } : undefined,
      ),
  }
}
