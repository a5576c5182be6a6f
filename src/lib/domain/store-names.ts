import { storeRecordMessages } from '../messages/store-record.ts'
import type { StoreInfo } from '../schemas/store-info.ts'

/** The shop's name, else its company's, as far as store info has them. */
export function ownStoreName(store: StoreInfo | undefined): string | undefined {
  return store?.storeName ?? store?.companyName
}

/** The same for feeds and structured data, whose fallback is English; pages use messages/store-name-text.ts. */
export function englishStoreName(store: StoreInfo | undefined): string {
  return ownStoreName(store) ?? storeRecordMessages.fallbackName
}
