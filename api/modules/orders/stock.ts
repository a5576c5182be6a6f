import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orderItems, productVariants } from '../../db/schema.ts'
import { isAvailable } from '../catalogue/variants.ts'
import { linesRefused } from './items.ts'
import type { OrderItem } from './order-item.ts'
import { choiceOf } from './resolve-variant.ts'

/** An item of an order whose pieces are taken. */
export type StockItem = Pick<OrderItem, 'line' | 'variantId' | 'quantity'>

/** An item of which too few pieces are left. */
export interface Shortage<Item> {
  item: Item
  /** Pieces of the variant that can be ordered. */
  left: number
  /** Pieces of this item that are not in stock. */
  missing: number
}

/**
 * Takes the pieces of the items from the stock of their variants. Variants are locked in the order of their ids, so
 * that concurrent orders cannot deadlock. With shortages nothing is taken, or all with `isBeyondStock`, which leaves a
 * stock below 0. docs/requirements.md#1116-stock
 * @returns the items, of which `holdsStock` tells whose pieces were taken, and the products with a variant that is now
 *   sold out
 */
export async function takeStock<Item extends StockItem>(
  tx: Transaction,
  tenantId: string,
  items: readonly Item[],
  isBeyondStock: boolean,
): Promise<{ items: (Item & { holdsStock: boolean })[]; shortages: Shortage<Item>[]; soldOut: string[] }> {
  const wanted = sumByVariant(items)
  const rows =
    wanted.size === 0
      ? []
      : await tx
          .select()
          .from(productVariants)
          .where(and(eq(productVariants.tenantId, tenantId), inArray(productVariants.id, [...wanted.keys()])))
          .orderBy(asc(productVariants.id))
          .for('update')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shortages = findShortages(items, byId)
  const isTaken = shortages.length === 0 || isBeyondStock
  const held = items.map((item) => {
    const stock = item.variantId === null ? null : (byId.get(item.variantId)?.stock ?? null)
    return { ...item, holdsStock: isTaken && stock !== null }
  })
  if (!isTaken) return { items: held, shortages, soldOut: [] }
  for (const { id, stock } of rows) {
    if (stock !== null) await addToStock(tx, tenantId, id, -(wanted.get(id) ?? 0))
  }
  const soldOut = rows.filter(
    (row) => isAvailable(row) && !isAvailable(addedTo(row, -(wanted.get(row.id) ?? 0))),
  )
  return { items: held, shortages, soldOut: productIdsOf(soldOut) }
}

/** The items of variants of which too few pieces are left, in their order; a variant that is gone has none. */
function findShortages<Item extends StockItem>(
  items: readonly Item[],
  variants: ReadonlyMap<string, VariantRow>,
): Shortage<Item>[] {
  const wanted = sumByVariant(items)
  const remaining = new Map<string, number>()
  return items.flatMap((item) => {
    if (item.variantId === null) return []
    const row = variants.get(item.variantId)
    if (row && (row.stock === null || row.sellsBeyondStock)) return []
    const left = Math.max(0, row?.stock ?? 0)
    const before = remaining.get(item.variantId) ?? left
    remaining.set(item.variantId, Math.max(0, before - item.quantity))
    if ((wanted.get(item.variantId) ?? 0) <= left) return []
    return [{ item, left, missing: Math.max(0, item.quantity - before) }]
  })
}

/**
 * `takeStock` for a new order.
 * @throws {ApiError} 409 with every line of which too few pieces are left
 */
export async function reserveStock(
  tx: Transaction,
  tenantId: string,
  items: OrderItem[],
  hasChoices: boolean,
): Promise<{ items: OrderItem[]; soldOut: string[] }> {
  const { shortages, ...taken } = await takeStock(tx, tenantId, items, false)
  if (!shortages[0]) return taken
  const problems = shortages.map(({ item: { productId, line }, left }) => ({
    code: 'not-enough-stock' as const,
    productId,
    left,
    line: line - 1,
  }))
  throw linesRefused(409, sentenceOf(shortages[0].item, shortages[0].left), problems, hasChoices)
}

/**
 * Puts the pieces of a locked order back, once: its items no longer hold stock afterwards.
 * @returns the products with a variant that was sold out before
 */
export async function releaseStock(
  tx: Transaction,
  tenantId: string,
  orderNumber: string,
): Promise<string[]> {
  const held = await tx
    .update(orderItems)
    .set({ holdsStock: false, oversold: 0 })
    .where(
      and(
        eq(orderItems.tenantId, tenantId),
        eq(orderItems.orderNumber, orderNumber),
        eq(orderItems.holdsStock, true),
      ),
    )
    .returning({ variantId: orderItems.variantId, quantity: orderItems.quantity })
  const pieces = [...sumByVariant(held)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  if (pieces.length === 0) return []
  // Lock in the order of `reserveStock`, by the collation of the database.
  const rows = await tx
    .select()
    .from(productVariants)
    .where(
      and(
        eq(productVariants.tenantId, tenantId),
        inArray(
          productVariants.id,
          pieces.map(([id]) => id),
        ),
      ),
    )
    .orderBy(asc(productVariants.id))
    .for('update')
  for (const [id, quantity] of pieces) await addToStock(tx, tenantId, id, quantity)
  const quantities = new Map(pieces)
  const restocked = rows.filter(
    (row) => !isAvailable(row) && isAvailable(addedTo(row, quantities.get(row.id) ?? 0)),
  )
  return productIdsOf(restocked)
}

type VariantRow = typeof productVariants.$inferSelect

function addedTo(row: VariantRow, pieces: number): VariantRow {
  return { ...row, stock: row.stock === null ? null : row.stock + pieces }
}

function productIdsOf(rows: readonly VariantRow[]): string[] {
  return [...new Set(rows.map(({ productId }) => productId))]
}

/** Stock that is not counted stays null. */
async function addToStock(tx: Transaction, tenantId: string, id: string, pieces: number): Promise<void> {
  await tx
    .update(productVariants)
    .set({ stock: sql`${productVariants.stock} + ${pieces}` })
    .where(and(eq(productVariants.tenantId, tenantId), eq(productVariants.id, id)))
}

function sumByVariant(items: readonly { variantId: string | null; quantity: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { variantId, quantity } of items) {
    if (variantId !== null) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity)
  }
  return sums
}

function sentenceOf({ productTitle, variantOptions }: OrderItem, left: number): string {
  const choice = choiceOf(variantOptions ?? {})
  const shown = choice ? `${productTitle} in ${choice}` : productTitle
  if (left === 0) return `${shown} is sold out. Please remove it from your cart.`
  return `Only ${left === 1 ? '1 piece' : `${left} pieces`} of ${shown} ${left === 1 ? 'is' : 'are'} left. Please change the quantity.`
}
