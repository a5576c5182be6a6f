import { paymentResponseSchema, type PaymentResponse } from '../schemas/payment-response.ts'
import { wrappedOrBare } from '../schemas/received.ts'
import type { PaymentRequest } from '../schemas/requests.ts'
import type { StoreClient } from './client.ts'

/** Starts a payment. Sends `idempotencyKey` to stores with that capability. docs/requirements.md#112-idempotency-key */
export function startPayment(
  client: StoreClient,
  request: PaymentRequest,
  idempotencyKey?: string,
): Promise<PaymentResponse> {
  const headers = idempotencyKey ? { 'idempotency-key': idempotencyKey } : undefined
  return client.post('/payments', wrappedOrBare(paymentResponseSchema), request, headers)
}
