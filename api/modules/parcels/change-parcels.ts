import type { Database } from '../../db/index.ts'
import {
  changeEach,
  type BulkOptions,
  type ChangedOrRefused,
  type NamedOrder,
} from '../orders/change-each.ts'
import {
  changeParcel,
  deliverOrder,
  shipOrder,
  type ChangedParcel,
  type Delivered,
  type ParcelChange,
  type Shipped,
} from '../orders/shipment.ts'
import type { Parcel } from './courier-file.ts'
import { recordStatus, type RecordedStatus, type StatusReport } from './parcel-status.ts'

const systemClock = () => new Date()

interface UnpaidOptions extends BulkOptions {
  /** Also orders that are not paid. */
  allowsUnpaid?: boolean | undefined
}

/** Ships many orders, or corrects their parcels; yields what became of each. */
export function shipOrders(
  db: Database,
  tenantId: string,
  named: readonly NamedOrder<Parcel>[],
  { allowsUnpaid, now = systemClock, ...options }: UnpaidOptions = {},
): AsyncGenerator<ChangedOrRefused<Shipped & { parcel: Parcel }>> {
  return changeEach(db, tenantId, named, options, async (tx, number, parcel) => ({
    ...(await shipOrder(tx, tenantId, number, parcel, { allowsUnpaid, now: now() })),
    parcel,
  }))
}

/** Marks many orders delivered, with the cash of those that are paid at delivery; yields what became of each. */
export function deliverOrders(
  db: Database,
  tenantId: string,
  named: readonly NamedOrder<{ cashReference: string | undefined }>[],
  { allowsUnpaid, now = systemClock, ...options }: UnpaidOptions = {},
): AsyncGenerator<ChangedOrRefused<Delivered & { cashReference: string | undefined }>> {
  return changeEach(db, tenantId, named, options, async (tx, number, { cashReference }) => ({
    ...(await deliverOrder(tx, tenantId, number, { cashReference, allowsUnpaid, now: now() })),
    cashReference,
  }))
}

/** Records what happened to many parcels that were not delivered; yields what became of each. */
export function changeParcels(
  db: Database,
  tenantId: string,
  named: readonly NamedOrder<object>[],
  change: ParcelChange,
  { now = systemClock, ...options }: BulkOptions = {},
): AsyncGenerator<ChangedOrRefused<ChangedParcel>> {
  return changeEach(db, tenantId, named, options, (tx, number) =>
    changeParcel(tx, tenantId, number, change, now()),
  )
}

/** Records what a courier reports of many parcels; yields what became of each. */
export function recordStatuses(
  db: Database,
  tenantId: string,
  named: readonly NamedOrder<StatusReport>[],
  { actor, now = systemClock, ...options }: BulkOptions & { actor: 'merchant' | 'courier' },
): AsyncGenerator<ChangedOrRefused<RecordedStatus>> {
  return changeEach(db, tenantId, named, options, (tx, number, report) =>
    recordStatus(tx, tenantId, number, report, { actor, now: now() }),
  )
}
