import { wrappedOrBare } from '@tanabana/contract/received.ts'
import { receivedStoreInfoSchema, type StoreInfo } from '@tanabana/contract/store-info.ts'
import type { StoreClient } from './client.ts'

const storeInfoResponseSchema = wrappedOrBare(receivedStoreInfoSchema)

/** Returns the tenant's store info. Throws as the client does. docs/requirements.md#72-calls */
export function fetchStoreInfo(client: StoreClient): Promise<StoreInfo> {
  return client.get('/storeInfo', storeInfoResponseSchema)
}

/** Returns the store info of the draft that a preview link shows. docs/requirements.md#1137-preview */
export function fetchPreview(client: StoreClient, token: string): Promise<StoreInfo> {
  return client.get(`/previews/${token}`, storeInfoResponseSchema)
}
