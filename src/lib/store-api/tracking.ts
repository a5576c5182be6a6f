import { trackingMessages } from '../messages/tracking.ts'
import { receivedOrderSchema, type ReceivedOrder } from '../schemas/order.ts'
import { wrappedOrBare } from '../schemas/received.ts'
import type { StoreClient } from './client.ts'

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
    throw new Error(trackingMessages.notFoundOrDenied, { cause })
  }
}
