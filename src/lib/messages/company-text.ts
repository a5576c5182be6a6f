import type { Company } from '../domain/company.ts'
import { toImageUrl } from '../domain/product.ts'
import type { StoreInfo } from '../schemas/store-info.ts'
import { t } from './translate.ts'

/**
 * The company behind a shop; fallbacks fill what the record does not say. A relative logo address is read against
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
