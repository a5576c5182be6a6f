import type { Transaction } from '../../db/index.ts'
import { formatOrderNumber, randomId } from '../../ids.ts'
import { advanceOrder, nameOf, OrderStatusError, type Advanced, type AdvanceTerms } from './advance.ts'
import { changeOrder, lockOrder, type ChangedOrder, type LockedOrder } from './change-order.ts'
import {
  allows,
  ORDER_STATUS,
  ORDER_TRANSITIONS,
  toOrder,
  type OrderChange,
} from './lifecycle/order-rules.ts'
import { recordReceipt } from './receipts.ts'
import type { Shipment } from '../../db/json-columns.ts'

export interface Shipped {
  isFirst: boolean
  /** It had this parcel already. */
  isSame?: true
  /** The parcel before, where its courier or number is corrected. */
  replaced?: Shipment
}

/**
 * Records the parcel of an order and moves a Processing order to Shipped. For a shipped order it corrects courier and
 * tracking number; the shipping date stays. The parcel that the order has already changes nothing.
 * @throws {OrderStatusError} there is no such order, or it is neither Processing nor Shipped; nothing changes
 */
export async function shipOrder(
  tx: Transaction,
  tenantId: string,
  number: string,
  parcel: Omit<Shipment, 'shippedAt'>,
  terms: AdvanceTerms & { now: Date },
): Promise<Shipped> {
  const order = await requireLocked(tx, tenantId, number)
  const shown = formatOrderNumber(number)
  if (order.status === ORDER_STATUS.pending) {
    throw new OrderStatusError(
      `Order ${shown} is pending. Move it to processing first, with: store orders advance`,
    )
  }
  const shippedAt = order.shipment?.shippedAt ?? terms.now.toISOString()
  const columns = { shipment: { ...parcel, shippedAt } }
  if (allows(toOrder(order), 'correct parcel')) {
    if (order.shipment && isSameParcel(order.shipment, parcel)) return { isFirst: false, isSame: true }
    await changeOrder(tx, order, 'correct parcel', { actor: 'merchant', now: terms.now }, columns)
    const { shipment: before } = order
    const isOther = before?.courier !== parcel.courier || before.trackingNumber !== parcel.trackingNumber
    return { isFirst: false, ...(before && isOther && { replaced: before }) }
  }
  const isUnpaid = order.paidAt === null && !order.cashOnDelivery
  if (allows(toOrder(order), 'ship') && isUnpaid && !terms.receipt && !terms.allowsUnpaid) {
    throw new OrderStatusError(unpaidSentence(shown, 'ship it'))
  }
  await advanceOrder(tx, tenantId, number, ORDER_STATUS.shipped, terms, columns)
  return { isFirst: true }
}

function isSameParcel(present: Shipment, parcel: Omit<Shipment, 'shippedAt'>): boolean {
  return (
    present.courier === parcel.courier &&
    present.trackingNumber === parcel.trackingNumber &&
    present.trackingUrl === parcel.trackingUrl
  )
}

export interface Delivered extends Pick<Advanced, 'restocked' | 'taken'> {
  outcome: 'delivered' | 'paid' | 'unchanged'
  /** Cash recorded with it, in paise. */
  collected: number
}

/**
 * Marks a shipped order delivered. `cashReference` records the cash of an order that is paid at delivery, also of one that
 * was delivered before; the others have nothing to record.
 * @throws {OrderStatusError} there is no such order, it is not shipped, or not paid; nothing changes
 */
export async function deliverOrder(
  tx: Transaction,
  tenantId: string,
  number: string,
  terms: Pick<AdvanceTerms, 'allowsUnpaid' | 'actor'> & { cashReference?: string | undefined; now: Date },
): Promise<Delivered> {
  const { cashReference, allowsUnpaid = false, actor, now } = terms
  const order = await requireLocked(tx, tenantId, number)
  const shown = formatOrderNumber(number)
  const isDelivered = order.status === ORDER_STATUS.delivered
  if (!isDelivered && !allows(toOrder(order), 'deliver')) {
    throw new OrderStatusError(`Order ${shown} is ${stateName(order)}. Only a shipped order is delivered.`)
  }
  const awaitsCash = order.cashOnDelivery && order.paidAt === null
  if (!isDelivered && awaitsCash && cashReference === undefined && !allowsUnpaid) {
    throw new OrderStatusError(
      `Order ${shown} is paid at delivery. Give the reference of its cash with --cash-reference, ` +
        'or mark it delivered without with --unpaid.',
    )
  }
  if (!isDelivered && !awaitsCash && order.paidAt === null && !allowsUnpaid) {
    throw new OrderStatusError(unpaidSentence(shown, 'mark it delivered'))
  }
  const takesCash = awaitsCash && cashReference !== undefined
  const paid = takesCash
    ? await recordReceipt(tx, tenantId, {
        ...{ orderNumber: number, newId: randomId(), now },
        receipt: { method: 'cash', reference: cashReference },
      })
    : undefined
  const collected = paid?.amountPaise ?? 0
  if (isDelivered) return { outcome: paid ? 'paid' : 'unchanged', collected, restocked: [] }
  const { restocked, taken } = await advanceOrder(tx, tenantId, number, ORDER_STATUS.delivered, {
    ...{ allowsUnpaid, actor, now },
  })
  return { outcome: 'delivered', collected, restocked, taken }
}

/** Says how an unpaid order can still be moved on. */
function unpaidSentence(shown: string, move: string): string {
  return `Order ${shown} is not paid. Record its payment with: store payments received, or ${move} unpaid with --unpaid.`
}

/** What happens to a parcel that is not delivered, and why it can't be recorded of other orders. */
const PARCEL_CHANGES = {
  'report undelivered': 'can be undelivered',
  'send back': 'comes back',
  'return to sender': 'comes back to the sender',
  'return spoiled to sender': 'comes back to the sender',
  lose: 'can be lost',
} as const satisfies Partial<Record<OrderChange, string>>

export interface ChangedParcel extends Pick<ChangedOrder, 'refundsDue' | 'restocked'> {
  /** It was recorded already. */
  isSame?: true
}

export type ParcelChange = keyof typeof PARCEL_CHANGES

/**
 * Records what happened to the parcel of a shipped order. One that came back, or is lost, closes the order; what was paid
 * is due for refund. A state of the parcel that is recorded already changes nothing.
 * @throws {OrderStatusError} there is no such order, or its parcel is not with the courier; nothing changes
 */
export async function changeParcel(
  tx: Transaction,
  tenantId: string,
  number: string,
  change: ParcelChange,
  now: Date,
  actor: 'merchant' | 'courier' = 'merchant',
): Promise<ChangedParcel> {
  const order = await requireLocked(tx, tenantId, number)
  const changed = await changeOrder(tx, order, change, { actor, now })
  if ('order' in changed) return changed
  const { state } = toOrder(order)
  const targets: readonly string[] = Object.values(ORDER_TRANSITIONS[change].moves)
  if (targets.includes(state)) return { refundsDue: 0, restocked: [], isSame: true }
  throw new OrderStatusError(
    `Order ${formatOrderNumber(number)} is ${stateName(order)}. Only the parcel of a shipped order ${PARCEL_CHANGES[change]}.`,
  )
}

/** The parcel of a shipped order, where it has a state of its own; else the name of the status. */
function stateName({ status, parcel }: LockedOrder): string {
  return status === ORDER_STATUS.shipped && parcel !== null ? parcel : nameOf(status)
}

async function requireLocked(tx: Transaction, tenantId: string, number: string): Promise<LockedOrder> {
  const order = await lockOrder(tx, tenantId, number)
  if (order) return order
  throw new OrderStatusError(`This shop has no order ${formatOrderNumber(number)}.`)
}
