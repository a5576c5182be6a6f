import { StatusError } from '../lib/api-client/errors.ts'
import type { StoreInfo } from '../lib/contract/store-info.ts'
import type { StoreClient } from '../lib/api-client/client.ts'
import { fetchStoreInfo } from '../lib/api-client/store-info.ts'

/** State of the shop behind a host. */
export type StoreState =
  | { status: 'ready'; store: StoreInfo }
  /** The API serves no shop on this host. */
  | { status: 'unknown' }
  /** The API failed and no stale response is cached. */
  | { status: 'failed'; reason: Error }

/** Loads a shop's store info. docs/requirements.md#14-tenancy docs/requirements.md#1019-age-of-store-info */
export async function findStore(client: StoreClient): Promise<StoreState> {
  try {
    return { status: 'ready', store: await fetchStoreInfo(client) }
  } catch (error) {
    if (error instanceof StatusError && error.status === 421) return { status: 'unknown' }
    return { status: 'failed', reason: error instanceof Error ? error : new Error(String(error)) }
  }
}
