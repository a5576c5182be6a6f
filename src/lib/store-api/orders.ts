import { wrappedOrBare } from '../schemas/received.ts'
import { createdOrderSchema, receivedOrderListSchema, type ReceivedOrder } from '../schemas/order.ts'
import type { OrderCreation } from '../schemas/requests.ts'
import type { StoreClient } from './client.ts'

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
