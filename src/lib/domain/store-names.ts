import { storeMessages } from '../messages/store.ts'
import type { StoreInfo } from '../schemas/store-info.ts'

/** §2 Header: store name, else company name, else 'Fashion Store'. */
export function storeName(store: StoreInfo | undefined): string {
  return store?.storeName ?? store?.companyName ?? storeMessages.fallbackName
}
