import { storeRecordMessages } from '../messages/store-record.ts'
import { t } from '../messages/translate.ts'
import type { StoreInfo } from '../schemas/store-info.ts'

/** §2 Header: store name, else company name, else 'Fashion Store'. */
export function storeName(store: StoreInfo | undefined): string {
  return store?.storeName ?? store?.companyName ?? t(storeRecordMessages.fallbackName)
}
