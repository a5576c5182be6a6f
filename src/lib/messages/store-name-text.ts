import { ownStoreName } from '../domain/store-names.ts'
import type { StoreInfo } from '../schemas/store-info.ts'
import { storeRecordMessages } from './store-record.ts'
import { t } from './translate.ts'

/** Returns the shop's name on a page: store name, else company name, else 'Fashion Store'. */
export function storeName(store: StoreInfo | undefined): string {
  return ownStoreName(store) ?? t(storeRecordMessages.fallbackName)
}
