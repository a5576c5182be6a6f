import type { OrderLimits, PaymentAccount } from './db/json-columns.ts'
import type { StoreRecord } from './db/store-record.ts'

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
  /** The limits that differ from the usual ones. docs/requirements.md#123-accounts-and-orders */
  orderLimits?: Partial<OrderLimits>
  /** Sender of the shop's e-mails at a domain that the operator approved. */
  mailFrom?: string
  /** Set by `store shop suspend`: only webhooks are served. */
  isSuspended?: boolean
}
