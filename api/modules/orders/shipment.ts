import type { Transaction } from '../../db/index.ts'
import { formatOrderNumber } from '../../ids.ts'
import { advanceOrder, OrderStatusError, type AdvanceTerms } from './advance.ts'
import { changeOrder, lockOrder } from './change-order.ts'
import { allows, ORDER_STATUS, toOrder } from './lifecycle/order-rules.ts'
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
  const order = await lockOrder(tx, tenantId, number)
  if (order?.status === ORDER_STATUS.pending) {
    throw new OrderStatusError(
      `Order ${formatOrderNumber(number)} is pending. Move it to processing first, with: store orders advance`,
    )
  }
  const shippedAt = order?.shipment?.shippedAt ?? terms.now.toISOString()
  const columns = { shipment: { ...parcel, shippedAt } }
  if (order && allows(toOrder(order), 'correct parcel')) {
    await changeOrder(tx, order, 'correct parcel', { actor: 'merchant', now: terms.now }, columns)
    return { isFirst: false }
  }
  await advanceOrder(tx, tenantId, number, ORDER_STATUS.shipped, terms, columns)
  return { isFirst: true }
}
