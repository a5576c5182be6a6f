import type { StoreClient } from '../api-client/client.ts'
import { StatusError } from '../api-client/errors.ts'
import { fetchOrders, fetchPaymentFields, fetchPaymentState, startPayment } from '../api-client/orders.ts'
import type { PaymentField, PaymentResponse } from '@tanabana/contract/payment.ts'
import type { PaymentRequest } from '@tanabana/contract/requests.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { orderPayment, type OrderPayment, toOrderPayment } from './order-payment.ts'

/** The calls that pay one order: those of its account, or those of a payment link. */
export interface PaymentAccess {
  /** Path to open once the order is paid, and the page that lists or tracks it. */
  pages: { success: string; orders: string }
  /** Set for a payment link, whose holder knows the order by a reference. */
  isLink: boolean
  /** Set where a decline shows in the state: the waiting screen then asks more often. */
  tellsDecline: boolean
  fetchFields: () => Promise<PaymentField[]>
  fetchPayment: () => Promise<OrderPayment>
  start: (fields: PaymentRequest['fields'], idempotencyKey?: string) => Promise<PaymentResponse>
}

/** The calls of the signed-in shopper. docs/requirements.md#72-calls docs/requirements.md#1118-payment-state */
export function accountAccess(
  client: StoreClient,
  orderId: string,
  capabilities: Capability[] = [],
): PaymentAccess {
  const tellsDecline = capabilities.includes('payment-state')
  return {
    pages: { success: '/order-success', orders: '/orders' },
    isLink: false,
    tellsDecline,
    fetchFields: () =>
      fetchPaymentFields(client, capabilities.includes('cash-on-delivery') ? orderId : undefined),
    fetchPayment: async () => {
      if (!tellsDecline) return orderPayment(await fetchOrders(client), orderId, capabilities)
      try {
        return toOrderPayment(await fetchPaymentState(client, orderId))
      } catch (error) {
        if (error instanceof StatusError && error.status === 404) return { state: 'missing' }
        throw error
      }
    },
    start: (fields, key) => startPayment(client, { orderId, fields }, key),
  }
}
