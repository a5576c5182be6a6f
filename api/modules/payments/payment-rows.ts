import { and, desc, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { payments } from '../../db/schema.ts'
import { isUpiMethod } from './payment-form.ts'
import type { StoredPayment } from '../../payment-providers/provider.ts'

export type PaymentRow = typeof payments.$inferSelect

/** Converts a stored payment for its provider. */
export function toStoredPayment({ id, gatewayReference, method }: PaymentRow): StoredPayment {
  return { id, reference: gatewayReference, isUpi: isUpiMethod(method) }
}

export async function findPayment(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<PaymentRow | undefined> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.tenantId, tenantId), eq(payments.id, id)))
  return row
}

/** The latest payment of an order. */
export async function findLatestPayment(
  tx: Transaction,
  tenantId: string,
  orderNumber: string,
): Promise<PaymentRow | undefined> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.tenantId, tenantId), eq(payments.orderNumber, orderNumber)))
    .orderBy(desc(payments.createdAt))
    .limit(1)
  return row
}
