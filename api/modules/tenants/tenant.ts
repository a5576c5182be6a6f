import type * as z from 'zod/mini'

import type { storeInfoResponse } from './response-schemas.ts'
import type { PaymentAccount } from '../payments/providers/provider.ts'

/** The body of `GET /storeInfo`. docs/requirements.md#39-store-info docs/requirements.md#11-capabilities */
export type StoreRecord = z.input<typeof storeInfoResponse>

/** The UPI id that receives payments. */
export interface Payee {
  upiId: string
  name: string
  /** Hours within which the shop confirms UPI payments manually; absent where it does not. */
  confirmsWithinHours?: number
}

export interface Tenant {
  /** Short and stable, letters, digits and dashes; names the folder of the shop's pictures. */
  id: string
  /** Without scheme and port. The first is the shop's main host. */
  hosts: string[]
  record: StoreRecord
  payee: Payee
  /** The first takes new payments; the others still report payments that were started with them. */
  paymentAccounts?: PaymentAccount[]
  /** Position in the database's log after the last write of the catalogue; `undefined` before the first. */
  catalogueWritten?: string | undefined
  /** Hours after which an unpaid order is cancelled and its pieces go back into stock; 24 unless set. */
  holdStockHours?: number
  /** Set by `store shop suspend`: only webhooks are served. */
  isSuspended?: boolean
}
