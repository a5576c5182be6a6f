import * as z from 'zod/mini'

import { receivedOrderSchema } from '@tanabana/contract/order.ts'
import {
  type ClosedLink,
  closedLinkSchema,
  paymentResponseSchema,
  paymentStateSchema,
  type PaymentResponse,
  receivedPaymentFieldsSchema,
} from '@tanabana/contract/payment.ts'
import { tolerantText, wrappedOrBare } from '@tanabana/contract/received.ts'
import type { PaymentRequest } from '@tanabana/contract/requests.ts'
import type { StoreClient } from './client.ts'
import { StatusError } from './errors.ts'

const linkSchema = z.object({
  token: z.string().check(z.regex(/^[\w-]{43,200}$/)),
  reference: tolerantText,
})

const linkedOrderSchema = z.object({
  ...receivedOrderSchema.shape,
  firstName: z.catch(z.string(), ''),
  payment: paymentStateSchema,
  fields: receivedPaymentFieldsSchema,
})

export type LinkedOrder = z.output<typeof linkedOrderSchema>

/** A link that pays the shopper's own order. `reference` names the order for the shopper who gets the link. */
export type PaymentLink = z.output<typeof linkSchema>

/** Returns the link of the shopper's own order. docs/requirements.md#1119-payment-links */
export function createPaymentLink(client: StoreClient, orderId: string): Promise<PaymentLink> {
  return client.post(linkPath(orderId), wrappedOrBare(linkSchema), {})
}

export function removePaymentLink(client: StoreClient, orderId: string): Promise<void> {
  return client.remove(linkPath(orderId))
}

function linkPath(orderId: string): string {
  return `/orders/${encodeURIComponent(orderId)}/payment-link`
}

/** Returns the order of a link, or why it takes no more payment. Throws as the client does. */
export async function fetchLinkedOrder(
  client: StoreClient,
  token: string,
): Promise<LinkedOrder | ClosedLink> {
  try {
    return await client.get(`/payment-links/${encodeURIComponent(token)}`, wrappedOrBare(linkedOrderSchema))
  } catch (error) {
    const closed = error instanceof StatusError ? z.safeParse(closedLinkSchema, error.body).data : undefined
    if (closed) return closed
    throw error
  }
}

export function isClosed(linked: LinkedOrder | ClosedLink): linked is ClosedLink {
  return 'code' in linked
}

/** Starts a payment of a link's order, without sign-in. */
export function startLinkedPayment(
  client: StoreClient,
  token: string,
  fields: PaymentRequest['fields'],
  idempotencyKey?: string,
): Promise<PaymentResponse> {
  const headers = idempotencyKey ? { 'idempotency-key': idempotencyKey } : undefined
  return client.post(
    `/payment-links/${encodeURIComponent(token)}/payments`,
    wrappedOrBare(paymentResponseSchema),
    { fields },
    headers,
  )
}
