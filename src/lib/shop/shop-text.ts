import { StatusError } from '../api-client/errors.ts'
import { toImageUrl } from '../catalogue/image-url.ts'
import type { Language, StoreInfo } from '@tanabana/contract/store-info.ts'
import { t } from '../i18n/translate.ts'
import { storeRecordMessages } from './messages.ts'

/** Name and contact details of a shop's company, as pages show them. */
export interface Company {
  name: string
  address: string
  email: string
  phone: string
  /** An absolute http(s) URL, or empty. */
  logoUrl: string
}

/** Returns the shop's name on a page: store name, else company name, else 'Fashion Store'. */
export function storeName(store: StoreInfo | undefined): string {
  return ownStoreName(store) ?? t(storeRecordMessages.fallbackName)
}

/** Returns the name for feeds and structured data, with an English fallback; pages use `storeName`. */
export function englishStoreName(store: StoreInfo | undefined): string {
  return ownStoreName(store) ?? storeRecordMessages.fallbackName
}

/**
 * Returns 'en' for a shop's own text in Latin letters on a page in another language, for its font and the voice of a screen
 * reader; else `undefined`.
 */
export function textLanguage(text: string, pageLanguage: Language): 'en' | undefined {
  return pageLanguage !== 'en' && /^[\p{Script=Latin}\P{L}]+$/u.test(text) ? 'en' : undefined
}

/**
 * Returns the company of a shop, with fallbacks for missing details. Resolves a relative logo address against
 * `imageBase` (the store API's address).
 */
export function toCompany(store: StoreInfo | undefined, imageBase: string): Company {
  return {
    name: store?.companyName ?? t('Company Name'),
    address: store?.companyAddress ?? t('Company Address'),
    email: store?.companyEmail ?? 'support@example.com',
    phone: store?.companyPhone ?? t('Phone Number'),
    logoUrl: toImageUrl(store?.companyLogoUrl ?? '', imageBase),
  }
}

/**
 * Returns the message in place of a shop's details: the API refused, or its response is missing or invalid.
 * docs/requirements.md#82-store-info
 */
export function storeFailureText(reason: Error): string {
  return reason instanceof StatusError ? storeRecordMessages.errorState : storeRecordMessages.errorOccurred
}

/** Returns the shop's name, else its company's; `undefined` without store info. */
function ownStoreName(store: StoreInfo | undefined): string | undefined {
  return store?.storeName ?? store?.companyName
}
