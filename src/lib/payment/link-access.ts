import type { StoreClient } from '../api-client/client.ts'
import {
  fetchLinkedOrder,
  isClosed,
  type LinkedOrder,
  startLinkedPayment,
} from '../api-client/payment-links.ts'
import type { ClosedLink } from '@tanabana/contract/payment.ts'
import { type OrderPayment, toOrderPayment } from './order-payment.ts'
import type { PaymentAccess } from './payment-access.ts'

/** Returns the payment of a link's order; the total of a closed one is unknown. */
export function toLinkedPayment(linked: LinkedOrder | ClosedLink): OrderPayment {
  return toOrderPayment(isClosed(linked) ? { state: linked.state, total: undefined } : linked.payment)
}

/** The calls of a payment link, which need no sign-in. docs/requirements.md#1119-payment-links */
export function linkAccess(client: StoreClient, token: string): PaymentAccess {
  const page = `/pay/${token}`
  return {
    pages: { success: page, orders: page },
    isLink: true,
    tellsDecline: true,
    fetchFields: async () => {
      const linked = await fetchLinkedOrder(client, token)
      return isClosed(linked) ? [] : linked.fields
    },
    fetchPayment: async () => toLinkedPayment(await fetchLinkedOrder(client, token)),
    start: (fields, key) => startLinkedPayment(client, token, fields, key),
  }
}
