import type { StoreInfo } from '../schemas/store-info.ts'
import type { StoreClient } from '../store-api/client.ts'
import { withTimeout } from './with-timeout.ts'

/** What a shop says of orders and payments. docs/requirements.md#1112-further-fields-of-store-info */
export type StoreTerms = Pick<StoreInfo, 'capabilities' | 'paymentHosts'>

/**
 * The terms that the page came with. Where the shop's record could not be had when the page was made the API is asked
 * again, and nothing is sent without: an order would lose its sizes, a payment its key. Throws as the client does.
 */
export async function storeTerms(client: StoreClient, known: StoreTerms | undefined): Promise<StoreTerms> {
  if (known) return known
  const { fetchStoreInfo } = await import('../store-api/store-info.ts')
  return withTimeout(fetchStoreInfo(client))
}
