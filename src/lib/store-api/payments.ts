import { receivedPaymentFieldsSchema, type PaymentField } from '../schemas/payment.ts'
import { wrappedOrBare } from '../schemas/received.ts'
import type { StoreClient } from './client.ts'

export function fetchPaymentFields(client: StoreClient): Promise<PaymentField[]> {
  return client.get('/payments/fields', wrappedOrBare(receivedPaymentFieldsSchema))
}
