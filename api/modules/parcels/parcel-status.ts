import type { Transaction } from '../../db/index.ts'
import { deliverOrder, changeParcel, type Delivered, type ParcelChange } from '../orders/shipment.ts'

/** What a courier reports of a parcel, after it has taken it. */
export const REPORTED_STATUSES = [
  'delivered',
  'undelivered',
  'on-its-way-back',
  'returned-to-sender',
  'lost',
] as const

export type ReportedStatus = (typeof REPORTED_STATUSES)[number]

const CHANGES = {
  undelivered: 'report undelivered',
  'on-its-way-back': 'send back',
  'returned-to-sender': 'return to sender',
  lost: 'lose',
} as const satisfies Record<Exclude<ReportedStatus, 'delivered'>, ParcelChange>

export interface StatusReport {
  status: ReportedStatus
  /** Records the cash of an order that is paid at delivery. */
  cashReference?: string | undefined
}

export interface RecordedStatus extends Pick<Delivered, 'restocked' | 'taken'> {
  status: ReportedStatus
  /** False for what was recorded before. */
  isChanged: boolean
  /** Paise of cash recorded with it. */
  collected: number
  /** Payments that are due for refund now. */
  refundsDue: number
}

/**
 * Records what a courier reports of a parcel. A delivered parcel whose cash is still to come, or that was sent unpaid, is
 * delivered all the same. Repeating it changes nothing.
 * @throws {OrderStatusError} there is no such order, or its parcel can't become this; nothing changes
 */
export async function recordStatus(
  tx: Transaction,
  tenantId: string,
  number: string,
  { status, cashReference }: StatusReport,
  by: { actor: 'merchant' | 'courier'; now: Date },
): Promise<RecordedStatus> {
  if (status === 'delivered') {
    const terms = { ...by, cashReference, allowsUnpaid: true }
    const { outcome, ...delivered } = await deliverOrder(tx, tenantId, number, terms)
    return { status, isChanged: outcome !== 'unchanged', refundsDue: 0, ...delivered }
  }
  const { isSame, refundsDue, restocked } = await changeParcel(
    tx,
    tenantId,
    number,
    CHANGES[status],
    by.now,
    by.actor,
  )
  return { status, isChanged: !isSame, collected: 0, refundsDue, restocked }
}
