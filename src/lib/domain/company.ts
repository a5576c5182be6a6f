import { t } from '../messages/translate.ts'
import type { StoreInfo } from '../schemas/store-info.ts'
import { toImageUrl } from './product.ts'

/** How a shop's company is named and reached, as pages show it. */
export interface Company {
  name: string
  address: string
  email: string
  phone: string
  /** An absolute http(s) address, or empty. */
  logoUrl: string
}

/**
 * The company behind a shop; what the record does not say is filled with the fallbacks of §2 Policy pages. A relative
 * logo address is read against `imageBase` (the store API's address).
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
