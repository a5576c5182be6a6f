import { and, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders } from '../../db/schema.ts'
import { takeForAcceptedOrder, type TakenPieces } from './holds.ts'
import { ORDER_STATUS } from './status.ts'
import { recordStep } from './steps.ts'

/** What a payment did to its order; the pieces are those that went back into stock before it arrived. */
export interface PaidOrder extends TakenPieces {
  outcome: 'order paid' | 'refund due'
}

/**
 * Marks a locked order as paid and moves it Pending → Processing once. Pieces that went back into stock are taken again.
 * A payment for an order that is cancelled, missing or paid becomes "refund due".
 */
export async function payOrder(
  tx: Transaction,
  order: typeof orders.$inferSelect | undefined,
  now: Date,
): Promise<PaidOrder> {
  if (!order || order.status === ORDER_STATUS.cancelled || order.paidAt !== null) {
    return { outcome: 'refund due', soldOut: [], oversold: 0 }
  }
  const { tenantId } = order
  const status = order.status === ORDER_STATUS.pending ? ORDER_STATUS.processing : order.status
  await tx
    .update(orders)
    .set({ status, paidAt: now })
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, order.number)))
  if (status !== order.status) await recordStep(tx, tenantId, order.number, status, now)
  return { outcome: 'order paid', ...(await takeForAcceptedOrder(tx, order)) }
}
