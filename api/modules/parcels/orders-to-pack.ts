import type { Transaction } from '../../db/index.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import type { Tenant } from '../../tenant.ts'
import { waitsForShopper } from '../orders/confirmation.ts'
import { formatOrderNumber } from '../../ids.ts'
import { nameOf, OrderStatusError } from '../orders/advance.ts'
import { findOrdersUnderWay } from '../orders/find-orders.ts'
import { ORDER_STATUS, toOrder } from '../orders/lifecycle/order-rules.ts'
import { amountDue } from '../orders/order-money.ts'
import { readOrders, type OrderWithItems } from '../orders/read.ts'

export interface PackedOrder {
  order: OrderWithItems
  /** Paise that the courier collects; 0 for a paid order. */
  cashDue: number
}

/**
 * The named orders in their order; without any, all that wait to be shipped, oldest first, without those that wait for
 * the shopper to confirm them.
 * @throws {OrderStatusError} there is no such order, or it is neither processing nor shipped
 */
export async function readPackedOrders(
  tx: Transaction,
  { id: tenantId, record }: Pick<Tenant, 'id' | 'record'>,
  named: readonly string[] = [],
): Promise<PackedOrder[]> {
  const numbers = named.length > 0 ? named : await listToShip(tx, tenantId, record)
  const found = await readOrders(tx, tenantId, numbers)
  return numbers.map((number) => {
    const order = found.get(number)
    const shown = formatOrderNumber(number)
    if (!order) throw new OrderStatusError(`This shop has no order ${shown}.`)
    if (order.status !== ORDER_STATUS.processing && order.status !== ORDER_STATUS.shipped) {
      throw new OrderStatusError(
        `Order ${shown} is ${nameOf(order.status)}. Only a processing or shipped order is packed.`,
      )
    }
    return { order, cashDue: order.cashOnDelivery && order.paidAt === null ? amountDue(order) : 0 }
  })
}

async function listToShip(tx: Transaction, tenantId: string, record: StoreRecord): Promise<string[]> {
  const found = await findOrdersUnderWay(tx, tenantId)
  return found
    .filter((order) => toOrder(order).state === 'accepted' && !waitsForShopper(record, order))
    .map(({ number }) => number)
}
