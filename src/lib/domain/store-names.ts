import { storeRecordMessages } from '../messages/store-record.ts'
import type { StoreInfo } from '../schemas/store-info.ts'

/** Returns the shop's name, else its company's; `undefined` without store info. */
export function ownStoreName(store: StoreInfo | undefined): string | undefined {
  return store?.storeName ?? store?.companyName
}

/** Returns the name for feeds and structured data, with an English fallback; pages use messages/store-name-text.ts. */
export function englishStoreName(store: StoreInfo | undefined): string {
  return ownStoreName(store) ?? storeRecordMessages.fallbackName
}
