import { and, asc, eq, isNull, max, min } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders, payments } from '../../db/schema.ts'
import { ORDER_STATUS } from '../orders/status.ts'
import { BY_SHOP } from './by-shop.ts'

export interface WaitingOrder {
  orderNumber: string
  /** Paise. */
  amount: number
  startedAt: Date
  /** The bank's reference (UTR) that the shopper gave. */
  customerReference: string | null
}

/** Pending orders whose UPI payment goes to the shop's own id, the longest waiting first. */
export async function listWaiting(tx: Transaction, tenantId: string): Promise<WaitingOrder[]> {
  const startedAt = min(payments.createdAt)
  const rows = await tx
    .select({
      orderNumber: orders.number,
      amount: orders.total,
      startedAt,
      customerReference: max(payments.customerReference),
    })
    .from(payments)
    .innerJoin(orders, and(eq(orders.tenantId, tenantId), eq(orders.number, payments.orderNumber)))
    .where(
      and(
        eq(payments.tenantId, tenantId),
        eq(payments.provider, BY_SHOP),
        eq(payments.status, 'pending'),
        eq(orders.status, ORDER_STATUS.pending),
        isNull(orders.paidAt),
      ),
    )
    .groupBy(orders.number, orders.total)
    .orderBy(asc(startedAt), asc(orders.number))
  return rows.flatMap(({ startedAt: time, ...row }) => (time ? [{ ...row, startedAt: time }] : []))
}
