import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orderItems, productVariants } from '../../db/schema.ts'
import { linesRefused } from './items.ts'
import type { OrderItem } from './order-item.ts'
import { choiceOf } from './resolve-variant.ts'

/**
 * Takes the pieces of the items from the stock of their variants. Variants are locked in the order of their ids, so
 * that concurrent orders cannot deadlock. docs/requirements.md#1116-stock
 * @returns the items; `holdsStock` tells whose pieces were taken
 * @throws {ApiError} 409 with every line of which too few pieces are left
 */
export async function reserveStock(
  tx: Transaction,
  tenantId: string,
  items: OrderItem[],
  hasChoices: boolean,
): Promise<OrderItem[]> {
  const wanted = sumByVariant(items)
  if (wanted.size === 0) return items
  const rows = await tx
    .select()
    .from(productVariants)
    .where(and(eq(productVariants.tenantId, tenantId), inArray(productVariants.id, [...wanted.keys()])))
    .orderBy(asc(productVariants.id))
    .for('update')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const refused = items.flatMap((item) => {
    if (item.variantId === null) return []
    const row = byId.get(item.variantId)
    if (row && (row.stock === null || row.sellsBeyondStock)) return []
    const left = Math.max(0, row?.stock ?? 0)
    return (wanted.get(item.variantId) ?? 0) > left ? [{ item, left }] : []
  })
  if (refused[0]) {
    const problems = refused.map(({ item: { productId, line }, left }) => ({
      code: 'not-enough-stock' as const,
      productId,
      left,
      line: line - 1,
    }))
    throw linesRefused(409, sentenceOf(refused[0].item, refused[0].left), problems, hasChoices)
  }
  for (const { id, stock } of rows) {
    if (stock !== null) await addToStock(tx, tenantId, id, -(wanted.get(id) ?? 0))
  }
  return items.map((item) => {
    const stock = item.variantId === null ? null : (byId.get(item.variantId)?.stock ?? null)
    return { ...item, holdsStock: stock !== null }
  })
}

/** Puts the pieces of a locked order back, once: its items no longer hold stock afterwards. */
export async function releaseStock(tx: Transaction, tenantId: string, orderNumber: string): Promise<void> {
  const held = await tx
    .update(orderItems)
    .set({ holdsStock: false })
    .where(
      and(
        eq(orderItems.tenantId, tenantId),
        eq(orderItems.orderNumber, orderNumber),
        eq(orderItems.holdsStock, true),
      ),
    )
    .returning({ variantId: orderItems.variantId, quantity: orderItems.quantity })
  const pieces = [...sumByVariant(held)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  if (pieces.length === 0) return
  // The same order of locks as in `reserveStock`, by the collation of the database.
  await tx
    .select({ id: productVariants.id })
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
