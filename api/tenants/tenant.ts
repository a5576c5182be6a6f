import type * as z from 'zod/mini'

import type { storeInfoAnswer } from '../answers.ts'
import type { PaymentAccount } from '../payments/providers/provider.ts'

/** What `GET /storeInfo` answers. docs/requirements.md#39-store-info docs/requirements.md#11-capabilities */
export type StoreRecord = z.input<typeof storeInfoAnswer>

/** Who receives UPI payments. */
export interface Payee {
  upiId: string
  name: string
  /** Where the shop confirms such payments by hand: within how many hours. */
  confirmsWithinHours?: number
}

export interface Tenant {
  /** Short and stable, letters, digits and dashes; names the folder of the shop's pictures. */
  id: string
  /** Without scheme and port. The first is the shop's main address. */
  hosts: string[]
  record: StoreRecord
  payee: Payee
  /** The one that new payments go through first; the others still report on payments that were begun with them. */
  paymentAccounts?: PaymentAccount[]
  /** Where the database's log stood after the last write of the catalogue; `undefined` before the first. */
  catalogueWritten?: string | undefined
  /** Not served, by the merchant's or the operator's will. */
  isSuspended?: boolean
}
