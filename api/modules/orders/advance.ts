import { and, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders, payments } from '../../db/schema.ts'
import { formatOrderNumber, randomId } from '../../ids.ts'
import { recordReceipt, type Receipt } from './receipts.ts'
import { takeForAcceptedOrder, type TakenPieces } from './holds.ts'
import { recordStep } from './steps.ts'
import { releaseStock } from './stock.ts'
import { canAdvance, ORDER_STATUS, type OrderStatus } from './status.ts'

export class OrderStatusError extends Error {
  override name = 'OrderStatusError'
}

export interface Advanced {
  from: number
  to: number
  /** Payments that are due for refund now. */
  refundsDue: number
  /** Products with a variant that was sold out before. */
  restocked: string[]
  /** What the order took again, where that sold something out or more than there is. */
  taken?: TakenPieces | undefined
}

/** Conditions for advancing an unpaid order: a receipt or explicit permission. */
export interface AdvanceTerms {
  receipt?: Receipt | undefined
  allowsUnpaid?: boolean | undefined
  now?: Date
}

/**
 * Moves an order to status `to`; an unpaid order only with a receipt or `allowsUnpaid`, which takes pieces that went back
 * into stock. Cancelling a paid order makes its payments due for refund; cancelling puts the pieces back into stock.
 * @throws {OrderStatusError} there is no such order, or the step is not allowed; nothing changes
 * @throws {ReceiptError} the receipt cannot be recorded; nothing changes
 */
export async function advanceOrder(
  tx: Transaction,
  tenantId: string,
  number: string,
  to: OrderStatus,
  { receipt, allowsUnpaid = false, now = new Date() }: AdvanceTerms = {},
): Promise<Advanced> {
  const isOrder = and(eq(orders.tenantId, tenantId), eq(orders.number, number))
  const [order] = await tx.select().from(orders).where(isOrder).for('update')
  const shown = formatOrderNumber(number)
  if (!order) throw new OrderStatusError(`This shop has no order ${shown}.`)
  if (!canAdvance(order.status, to)) {
    throw new OrderStatusError(
      `Order ${shown} is ${nameOf(order.status)} and can't become ${nameOf(to)}: statuses only move forward.`,
    )
  }
  let taken: TakenPieces | undefined
  if (receipt) {
    if (to === ORDER_STATUS.cancelled) {
      throw new OrderStatusError("A cancelled order can't be paid. Leave out --paid-by.")
    }
    if (order.paidAt !== null) {
      throw new OrderStatusError(
        `Order ${shown} is already paid. Leave out --paid-by; record a second payment with: store payments received.`,
      )
    }
    taken = await recordReceipt(tx, tenantId, { orderNumber: number, receipt, newId: randomId(), now })
  } else if (order.paidAt === null && !mayAdvanceUnpaid(order, to) && !allowsUnpaid) {
    throw new OrderStatusError(
      `Order ${shown} is not paid. Say how it was paid with --paid-by upi|cash|bank --reference <text>, ` +
        'or move it on unpaid with --unpaid.',
    )
  }
  await tx.update(orders).set({ status: to }).where(isOrder)
  await recordStep(tx, tenantId, number, to, now)
  if (to !== ORDER_STATUS.cancelled) {
    if (!receipt) taken = await takeForAcceptedOrder(tx, order)
    const isTaken = taken !== undefined && taken.soldOut.length + taken.oversold > 0
    return { from: order.status, to, refundsDue: 0, restocked: [], ...(isTaken && { taken }) }
  }
  const restocked = await releaseStock(tx, tenantId, number)
  const due = await tx
    .update(payments)
    .set({ status: 'refund due' })
    .where(
      and(eq(payments.tenantId, tenantId), eq(payments.orderNumber, number), eq(payments.status, 'paid')),
    )
    .returning({ id: payments.id })
  return { from: order.status, to, refundsDue: due.length, restocked }
}

/** Whether a cancellation, or an order that is paid at delivery and is not yet delivered. */
function mayAdvanceUnpaid({ cashOnDelivery }: { cashOnDelivery: boolean }, to: OrderStatus): boolean {
  return to === ORDER_STATUS.cancelled || (cashOnDelivery && to !== ORDER_STATUS.delivered)
}

function nameOf(status: number): string {
  return Object.entries(ORDER_STATUS).find(([, code]) => code === status)?.[0] ?? String(status)
}
