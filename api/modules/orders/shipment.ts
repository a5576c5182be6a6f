import { and, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders } from '../../db/schema.ts'
import { formatOrderNumber } from '../../ids.ts'
import { advanceOrder, OrderStatusError, type AdvanceTerms } from './advance.ts'
import { ORDER_STATUS } from './status.ts'
import type { Shipment } from '../../db/json-columns.ts'

/**
 * Records the parcel of an order and moves a Processing order to Shipped. For a shipped order it corrects courier and
 * tracking number; the shipping date stays.
 * @throws {OrderStatusError} there is no such order, or it is neither Processing nor Shipped; nothing changes
 */
export async function shipOrder(
  tx: Transaction,
  tenantId: string,
  number: string,
  parcel: Omit<Shipment, 'shippedAt'>,
  terms: AdvanceTerms & { now: Date },
): Promise<{ isFirst: boolean }> {
  const isOrder = and(eq(orders.tenantId, tenantId), eq(orders.number, number))
  const [order] = await tx
    .select({ status: orders.status, shipment: orders.shipment })
    .from(orders)
    .where(isOrder)
    .for('update')
  if (order?.status === ORDER_STATUS.pending) {
    throw new OrderStatusError(
      `Order ${formatOrderNumber(number)} is pending. Move it to processing first, with: store orders advance`,
    )
  }
  const isFirst = order?.status !== ORDER_STATUS.shipped
  if (isFirst) await advanceOrder(tx, tenantId, number, ORDER_STATUS.shipped, terms)
  const shippedAt = order?.shipment?.shippedAt ?? terms.now.toISOString()
  await tx
    .update(orders)
    .set({ shipment: { ...parcel, shippedAt } })
    .where(isOrder)
  return { isFirst }
}
