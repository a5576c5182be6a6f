import { receivedStoreInfoSchema, type StoreInfo } from '../schemas/store-info.ts'
import { wrappedOrBare } from '../schemas/received.ts'
import type { StoreClient } from './client.ts'

const answerSchema = wrappedOrBare(receivedStoreInfoSchema)

/** The tenant's record. Throws as the client does. docs/requirements.md#72-calls */
export function fetchStoreInfo(client: StoreClient): Promise<StoreInfo> {
  return client.get('/storeInfo', answerSchema)
}
