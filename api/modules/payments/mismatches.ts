import { and, asc, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders, payments } from '../../db/schema.ts'
import { receiveMoney, type PaidOrder } from '../orders/change-order.ts'
import type { PaymentRow } from './payment-rows.ts'
import { lockPayment, RefundError } from './refunds.ts'

/** Money that a provider reported for an order, but not as its payment asked for it; oldest first. */
export async function listMismatches(
  tx: Transaction,
  tenantId: string,
  orderNumber?: string,
): Promise<(PaymentRow & { total: number })[]> {
  const rows = await tx
    .select({ payment: payments, total: orders.total })
    .from(payments)
    .innerJoin(orders, and(eq(orders.tenantId, tenantId), eq(orders.number, payments.orderNumber)))
    .where(
      and(
        eq(payments.tenantId, tenantId),
        eq(payments.status, 'mismatch'),
        orderNumber === undefined ? undefined : eq(payments.orderNumber, orderNumber),
      ),
    )
    .orderBy(asc(payments.createdAt), asc(payments.id))
  return rows.map(({ payment, total }) => ({ ...payment, total }))
}

/**
 * Takes a mismatch, found by its id or reference, as the payment of its order, or as due for refund where the order takes
 * none.
 * @throws {RefundError} there is no such payment, or it can't be accepted; nothing changes
 */
export async function acceptMismatch(
  tx: Transaction,
  tenantId: string,
  { named, now }: { named: string; now: Date },
): Promise<PaidOrder & { payment: PaymentRow }> {
  const { order, payment } = await lockPayment(tx, tenantId, named)
  if (payment.status !== 'mismatch') {
    throw new RefundError(`Payment ${named} is ${payment.status}: there is nothing to accept.`)
  }
  if (payment.currency !== 'INR') {
    throw new RefundError(
      `Payment ${named} is in ${payment.currency}. Refund it, then record it with: store payments refunded`,
    )
  }
  return { payment, ...(await receiveMoney(tx, order, payment, { actor: 'merchant', now })) }
}
