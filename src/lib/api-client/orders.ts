import { createdOrderSchema, receivedOrderListSchema, receivedOrderSchema } from '@tanabana/contract/order.ts'
import type { ReceivedOrder } from '@tanabana/contract/order.ts'
import {
  paymentResponseSchema,
  paymentStateSchema,
  receivedPaymentFieldsSchema,
} from '@tanabana/contract/payment.ts'
import type { PaymentField, PaymentResponse, PaymentState } from '@tanabana/contract/payment.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type {
  CancellationRequest,
  OrderCreation,
  PaymentRequest,
  ReturnRequest,
  WithdrawalRequest,
} from '@tanabana/contract/requests.ts'
import type { StoreClient } from './client.ts'

/** Message of every failed tracking. docs/requirements.md#87-orders-and-tracking */
const TRACKING_REFUSED = 'Order not found or access denied'

/**
 * Returns the signed-in shopper's orders. Throws as the client does; the screen then shows an empty list
 * (docs/requirements.md#87-orders-and-tracking).
 */
export function fetchOrders(client: StoreClient): Promise<ReceivedOrder[]> {
  return client.get('/orders', wrappedOrBare(receivedOrderListSchema))
}

/**
 * Returns the id of the created order. Sends `idempotencyKey` to stores with that capability.
 * docs/requirements.md#112-idempotency-key
 */
export async function createOrder(
  client: StoreClient,
  order: OrderCreation,
  idempotencyKey?: string,
): Promise<string> {
  const headers = idempotencyKey ? { 'idempotency-key': idempotencyKey } : undefined
  const { id } = await client.post('/orders', wrappedOrBare(createdOrderSchema), order, headers)
  return id
}

/**
 * Returns an order by its number and the shopper's e-mail or phone. docs/requirements.md#37-tracking-request
 * @throws {Error} 'Order not found or access denied' for every failure, which is its cause
 * (docs/requirements.md#87-orders-and-tracking)
 */
export async function trackOrder(
  client: StoreClient,
  orderId: string,
  contactInfo: string,
): Promise<ReceivedOrder> {
  try {
    return await client.get(`/orders/${encodeURIComponent(orderId)}`, wrappedOrBare(receivedOrderSchema), {
      contactInfo,
    })
  } catch (cause) {
    throw new Error(TRACKING_REFUSED, { cause })
  }
}

/** Returns the payment form. Sends `orderId` to stores with the capability `cash-on-delivery`. */
export function fetchPaymentFields(client: StoreClient, orderId?: string): Promise<PaymentField[]> {
  return client.get('/payments/fields', wrappedOrBare(receivedPaymentFieldsSchema), { orderId })
}

/** Returns the payment state of an own order. Only for stores with the capability `payment-state`. */
export function fetchPaymentState(client: StoreClient, orderId: string): Promise<PaymentState> {
  return client.get(`/orders/${encodeURIComponent(orderId)}/payment`, wrappedOrBare(paymentStateSchema))
}

/** Cancels an order and returns it, at stores with the capability `cancellation`. docs/requirements.md#1124-cancellation */
export function cancelOrder(
  client: StoreClient,
  orderId: string,
  request: CancellationRequest,
): Promise<ReceivedOrder> {
  const path = `/orders/${encodeURIComponent(orderId)}/cancellation`
  return client.post(path, wrappedOrBare(receivedOrderSchema), request)
}

/** Asks for a return and returns the order, at stores with the capability `returns`. docs/requirements.md#1125-returns */
export function requestReturn(
  client: StoreClient,
  orderId: string,
  request: ReturnRequest,
): Promise<ReceivedOrder> {
  const path = `/orders/${encodeURIComponent(orderId)}/returns`
  return client.post(path, wrappedOrBare(receivedOrderSchema), request)
}

/** Withdraws a return and returns the order, at stores with the capability `returns`. docs/requirements.md#1125-returns */
export function withdrawReturn(
  client: StoreClient,
  { orderId, returnId }: { orderId: string; returnId: string },
  request: WithdrawalRequest,
): Promise<ReceivedOrder> {
  const path = `/orders/${encodeURIComponent(orderId)}/returns/${encodeURIComponent(returnId)}/withdrawal`
  return client.post(path, wrappedOrBare(receivedOrderSchema), request)
}

/** Starts a payment. Sends `idempotencyKey` to stores with that capability. docs/requirements.md#112-idempotency-key */
export function startPayment(
  client: StoreClient,
  request: PaymentRequest,
  idempotencyKey?: string,
): Promise<PaymentResponse> {
  const headers = idempotencyKey ? { 'idempotency-key': idempotencyKey } : undefined
  return client.post('/payments', wrappedOrBare(paymentResponseSchema), request, headers)
}
