import type * as z from 'zod/mini'

import type { PaymentAccount } from '../payments/providers/provider.ts'
import type { Language } from '../../src/lib/schemas/language.ts'
import type { Capability } from '../../src/lib/schemas/store-info.ts'
import type { sizeGuideSchema } from '../../src/lib/schemas/size-guide.ts'
import type { StoreTrust } from '../../src/lib/schemas/store-trust.ts'
import type { Theme } from '../../src/lib/schemas/theme.ts'

/** What `GET /storeInfo` answers. docs/requirements.md#39-store-info docs/requirements.md#11-capabilities */
export interface StoreRecord extends Partial<StoreTrust> {
  storeName: string
  companyName?: string
  companyAddress?: string
  companyEmail?: string
  companyPhone?: string
  companyLogoUrl?: string
  description?: string
  categories: string[]
  /** Image by category name, with an entry `default`. */
  categoryImages?: Record<string, string>
  /** The home page's pictures: for wide screens and for phones. */
  heroImages?: { wide: string; tall: string }
  /** HTML by slug: terms, privacy, refund, return, shipping, about. */
  policies?: Record<string, string>
  capabilities?: Capability[]
  theme?: Theme
  paymentHosts?: string[]
  /** What the pages are in where a shopper chooses nothing. */
  language?: Language
  /** Whom the storefront tells of visits, of shoppers who agree. */
  analytics?: { googleTagId: string }
  sizeGuides?: z.input<typeof sizeGuideSchema>[]
}

/** Receives UPI payments. */
export interface Payee {
  upiId: string
  name: string
  /** Hours within which the shop confirms UPI payments by hand; absent where it does not. */
  confirmsWithinHours?: number
}

export interface Tenant {
  /** Short and stable, letters, digits and dashes; names the folder of the shop's pictures. */
  id: string
  /** Without scheme and port. The first is the shop's main host. */
  hosts: string[]
  record: StoreRecord
  payee: Payee
  /** The first is for new payments; the others still report on payments that began with them. */
  paymentAccounts?: PaymentAccount[]
  /** Position in the database's log after the last write of the catalogue; `undefined` before the first. */
  catalogueWritten?: string | undefined
  /** Not served, by decision of the merchant or the operator. */
  isSuspended?: boolean
}
