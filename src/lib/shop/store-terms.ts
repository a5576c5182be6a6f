import type { StoreClient } from '../api-client/client.ts'
import type { StoreInfo } from '../contract/store-info.ts'
import { withTimeout } from '../api-client/browser-client.ts'

/** The part of store info that orders and payments need. docs/requirements.md#1112-further-fields-of-store-info */
export type StoreTerms = Pick<StoreInfo, 'capabilities' | 'paymentHosts'>

/**
 * Returns the terms of the page, or loads them when the page was rendered without store info. Sending without them
 * would lose an order's sizes or a payment's key. Throws as the client does.
 */
export async function storeTerms(client: StoreClient, known: StoreTerms | undefined): Promise<StoreTerms> {
  if (known) return known
  const { fetchStoreInfo } = await import('../api-client/store-info.ts')
  return withTimeout(fetchStoreInfo(client))
}
