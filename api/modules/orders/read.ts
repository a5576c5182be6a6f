import { and, asc, desc, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { orderResponse } from './response-schemas.ts'
import type { Transaction } from '../../db/index.ts'
import { orderItems, orders } from '../../db/schema.ts'
import { formatOrderNumber } from '../../ids.ts'
import { ORDER_STATUS } from './lifecycle/order-rules.ts'

const NEWEST_MAX = 200

export type OrderResponse = z.input<typeof orderResponse>
export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof orderItems.$inferSelect
/** An order with its items in line order. */
export type OrderWithItems = OrderRow & { items: ItemRow[] }

/** The newest orders of one account or of the whole shop, with their items in line order. */
export async function listOrders(
  tx: Transaction,
  tenantId: string,
  userId?: string,
): Promise<OrderWithItems[]> {
  const rows = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), userId === undefined ? undefined : eq(orders.userId, userId)))
    .orderBy(desc(orders.createdAt), asc(orders.number))
    .limit(NEWEST_MAX)
  return withItems(tx, tenantId, rows)
}

/** Pieces that late payments took although they were no longer in stock, by order that is not shipped yet. */
export async function readOversold(tx: Transaction, tenantId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select({ number: orders.number, pieces: sql`sum(${orderItems.oversold})`.mapWith(Number) })
    .from(orders)
    .innerJoin(
      orderItems,
      and(eq(orderItems.tenantId, orders.tenantId), eq(orderItems.orderNumber, orders.number)),
    )
    .where(
      and(
        eq(orders.tenantId, tenantId),
        eq(orders.status, ORDER_STATUS.processing),
        gt(orderItems.oversold, 0),
      ),
    )
    .groupBy(orders.number)
  return new Map(rows.map(({ number, pieces }) => [number, pieces]))
}

/** End of a page of orders, with the time as the database writes it: a JavaScript date would round it. */
export interface OrderPlace {
  moment: string
  number: string
}

const PAGE_ROWS = 200

/** A page of the shop's orders with their items, newest first, and the position after which the next page starts. */
export async function readOrderPage(
  tx: Transaction,
  tenantId: string,
  { status, after }: { status?: number | undefined; after?: OrderPlace | undefined },
): Promise<{ orders: OrderWithItems[]; last: OrderPlace | undefined }> {
  const place = sql`(${orders.createdAt}, ${orders.number})`
  const rows = await tx
    .select({ ...getTableColumns(orders), moment: sql<string>`${orders.createdAt}::text` })
    .from(orders)
    .where(
      and(
        eq(orders.tenantId, tenantId),
        status === undefined ? undefined : eq(orders.status, status),
        after && sql`${place} < (${after.moment}::timestamptz, ${after.number})`,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.number))
    .limit(PAGE_ROWS)
  return { orders: await withItems(tx, tenantId, rows), last: rows.at(-1) }
}

/** Those of the named orders that there are, by number. */
export async function readOrders(
  tx: Transaction,
  tenantId: string,
  numbers: readonly string[],
): Promise<Map<string, OrderWithItems>> {
  if (numbers.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), inArray(orders.number, [...numbers])))
  return new Map((await withItems(tx, tenantId, rows)).map((order) => [order.number, order]))
}

export async function findOrder(
  tx: Transaction,
  tenantId: string,
  number: string,
): Promise<OrderWithItems | undefined> {
  return trackOrder(tx, tenantId, number, () => true)
}

/**
 * The order, if it exists and `isAllowed` accepts its row. Its items are read only then, so that a wrong number and a
 * wrong contact take the same time. SECURITY.md#tracking-guesses
 */
export async function trackOrder(
  tx: Transaction,
  tenantId: string,
  number: string,
  isAllowed: (order: OrderRow | undefined) => boolean,
): Promise<OrderWithItems | undefined> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, number)))
  if (!isAllowed(row) || !row) return undefined
  const [order] = await withItems(tx, tenantId, [row])
  return order
}

/** These orders with their items. */
export async function withItems(
  tx: Transaction,
  tenantId: string,
  rows: OrderRow[],
): Promise<OrderWithItems[]> {
  if (rows.length === 0) return []
  const numbers = rows.map((row) => row.number)
  const items = await tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.tenantId, tenantId), inArray(orderItems.orderNumber, numbers)))
    .orderBy(asc(orderItems.line))
  const byOrder = Map.groupBy(items, (item) => item.orderNumber)
  return rows.map((row) => ({ ...row, items: byOrder.get(row.number) ?? [] }))
}

/**
 * The response body of an order: prices in rupees and the documented part of the address.
 * docs/requirements.md#36-order
 */
export function toOrderResponse(order: OrderWithItems): OrderResponse {
  const { address, city, state, postalCode } = order.shippingAddress
  const id = formatOrderNumber(order.number)
  return {
    id,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    items: order.items.map((item) => ({
      id: `${id}-${item.line}`,
      productId: item.productId,
      productTitle: item.productTitle,
      quantity: item.quantity,
      price: item.price / 100,
      ...(item.selectedSize === null ? {} : { selectedSize: item.selectedSize }),
      ...(item.selectedColor === null ? {} : { selectedColor: item.selectedColor }),
      ...(item.variantId === null ? {} : { variantId: item.variantId }),
      ...(item.variantOptions === null ? {} : { options: item.variantOptions }),
      ...(item.sku === null ? {} : { sku: item.sku }),
      ...(item.imgUrl === null ? {} : { image: item.imgUrl }),
      ...(item.discount > 0 && { discount: item.discount / 100 }),
    })),
    ...(order.discount > 0 && { discount: toDiscount(order) }),
    shippingAddress: { address, city, state, postalCode },
  }
}

function toDiscount({ offerLabel, offerCode, discount }: OrderRow): OrderResponse['discount'] {
  return {
    label: offerLabel ?? '',
    ...(offerCode !== null && { code: offerCode }),
    amount: discount / 100,
  }
}

/**
 * What the first pieces of a line cost, in paise: their price less their part of the line's discount. All pieces together
 * have the whole discount.
 */
export function priceOfPieces(
  { price, quantity, discount }: Pick<ItemRow, 'price' | 'quantity' | 'discount'>,
  pieces: number,
): number {
  return price * pieces - Math.floor((discount * pieces) / quantity)
}
