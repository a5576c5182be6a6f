import type { Company } from '../domain/company.ts'
import { toImageUrl } from '../domain/product.ts'
import type { StoreInfo } from '../schemas/store-info.ts'
import { t } from './translate.ts'

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
