import { and, eq } from 'drizzle-orm'

import type { Transaction } from '../db/index.ts'
import { orders, payments } from '../db/schema.ts'
import { formatOrderNumber } from '../ids.ts'
import { canAdvance, ORDER_STATUS, type OrderStatus } from './status.ts'

export class OrderStatusError extends Error {
  override name = 'OrderStatusError'
}

/**
 * Moves an order on, as the merchant says. Cancelling a paid order leaves its payments as "refund due" and counts them.
 * @throws {OrderStatusError} there is no such order, or the step is not allowed; nothing changes then
 */
export async function advanceOrder(
  tx: Transaction,
  tenantId: string,
  number: string,
  to: OrderStatus,
): Promise<{ from: number; to: number; refundsDue: number }> {
  const isOrder = and(eq(orders.tenantId, tenantId), eq(orders.number, number))
  const [order] = await tx.select({ status: orders.status }).from(orders).where(isOrder).for('update')
  const shown = formatOrderNumber(number)
  if (!order) throw new OrderStatusError(`This shop has no order ${shown}.`)
  if (!canAdvance(order.status, to)) {
    throw new OrderStatusError(
      `Order ${shown} is ${nameOf(order.status)} and can't become ${nameOf(to)}: statuses only move forward.`,
    )
  }
  await tx.update(orders).set({ status: to }).where(isOrder)
  if (to !== ORDER_STATUS.cancelled) return { from: order.status, to, refundsDue: 0 }
  const due = await tx
    .update(payments)
    .set({ status: 'refund due' })
    .where(
      and(eq(payments.tenantId, tenantId), eq(payments.orderNumber, number), eq(payments.status, 'paid')),
    )
    .returning({ id: payments.id })
  return { from: order.status, to, refundsDue: due.length }
}

function nameOf(status: number): string {
  return Object.entries(ORDER_STATUS).find(([, code]) => code === status)?.[0] ?? String(status)
}
