import { wrappedOrBare } from '../schemas/received.ts'
import { createdOrderSchema, receivedOrderListSchema, type ReceivedOrder } from '../schemas/order.ts'
import type { OrderCreation } from '../schemas/requests.ts'
import type { StoreClient } from './client.ts'

/** The signed-in shopper's orders. Throws as the client does; the screen shows an empty list then (docs/requirements.md#87-orders-and-tracking). */
export function fetchOrders(client: StoreClient): Promise<ReceivedOrder[]> {
  return client.get('/orders', wrappedOrBare(receivedOrderListSchema))
}

/** The new order's id. `idempotencyKey` is sent where the store has that capability. docs/requirements.md#112-idempotency-key */
export async function createOrder(
  client: StoreClient,
  order: OrderCreation,
  idempotencyKey?: string,
): Promise<string> {
  const headers = idempotencyKey ? { 'idempotency-key': idempotencyKey } : undefined
  const { id } = await client.post('/orders', wrappedOrBare(createdOrderSchema), order, headers)
  return id
}
