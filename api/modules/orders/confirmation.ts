import type { StoreRecord } from '../../db/store-record.ts'
import { toOrder } from './lifecycle/order-rules.ts'
import type { OrderRow } from './read.ts'

type Confirmable = Pick<
  OrderRow,
  'status' | 'parcel' | 'paidAt' | 'cashOnDelivery' | 'piecesReleasedAt' | 'asksConfirmation' | 'confirmedAt'
>

/** The shopper of an order to be paid at delivery was asked to confirm it, has not, and still can. */
export function awaitsConfirmation(order: Confirmable): boolean {
  return order.asksConfirmation && order.confirmedAt === null && isConfirmable(order)
}

/** The shop packs such an order only once its shopper has confirmed it. docs/requirements.md#1141-cash-confirmation */
export function waitsForShopper(record: StoreRecord, order: Confirmable): boolean {
  return packsOnlyConfirmed(record) && awaitsConfirmation(order)
}

export function packsOnlyConfirmed({ capabilities, cashOnDelivery }: StoreRecord): boolean {
  const canBeConfirmed = capabilities?.includes('cash-confirmation') === true
  return canBeConfirmed && cashOnDelivery?.confirmBeforePacking === true
}

/** It waits to be packed, and is paid at delivery. */
export function isConfirmable(order: Confirmable): boolean {
  const known = toOrder(order)
  return known.state === 'accepted' && known.terms === 'on delivery'
}
