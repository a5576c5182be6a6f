import { and, asc, eq, isNotNull, sql, type SQL } from 'drizzle-orm'

import type { HoldRefusal } from '@tanabana/contract/payment.ts'
import type { Transaction } from '../../db/index.ts'
import type { ReturnedLine } from '../../db/json-columns.ts'
import { orderItems } from '../../db/schema.ts'
import { isAvailable, isLow } from '../catalogue/variants.ts'
import { linesRefused } from './items.ts'
import type { StockEffect } from './lifecycle/order-rules.ts'
import type { OrderItem } from './order-item.ts'
import type { OrderRow } from './read.ts'
import { choiceOf } from './resolve-variant.ts'

/** An item of an order whose pieces are taken. */
type StockItem = Pick<OrderItem, 'line' | 'variantId' | 'quantity'>

/** An item of which too few pieces are left. */
interface Shortage<Item> {
  item: Item
  /** Pieces of the variant that can be ordered. */
  left: number
  /** Pieces of this item that are not in stock. */
  missing: number
}

/** A variant before the pieces of an order moved. */
interface VariantStock {
  id: string
  productId: string
  stock: number | null
  sellsBeyondStock: boolean
  pieces: number
}

/** Effect of a change of an order on the stock. */
export interface MovedPieces {
  /** Products with a variant that is now sold out. */
  soldOut: string[]
  /** Products with a variant that was sold out before. */
  restocked: string[]
  /** Variants of which few pieces are left now. */
  low: string[]
  /** Pieces that are no longer in stock. */
  oversold: number
}

type OrderKey = Pick<OrderRow, 'tenantId' | 'number'>

const NOTHING: MovedPieces = { soldOut: [], restocked: [], low: [], oversold: 0 }

/** Moves the pieces of a locked order, or says which are gone. */
export async function movePieces(
  tx: Transaction,
  order: Pick<OrderRow, 'tenantId' | 'number' | 'piecesReleasedAt'>,
  effect: StockEffect | undefined,
  now: Date,
): Promise<MovedPieces | { hold: HoldRefusal }> {
  switch (effect) {
    case undefined:
      return NOTHING
    case 'release':
      return { ...NOTHING, restocked: await releaseStock(tx, order, now) }
    case 'sell':
    case 'write off':
      await recordLeaving(tx, order, effect === 'sell' ? 'sale' : 'write-off', now)
      return NOTHING
    case 'take':
    case 'take beyond stock':
      if (order.piecesReleasedAt === null) return NOTHING
      return takeAgain(tx, order, effect === 'take beyond stock', now)
  }
}

/**
 * Takes the pieces of the items from the stock of their variants, in one statement that locks the variants in the order
 * of their ids, so that concurrent orders cannot deadlock. With shortages nothing is taken, or all with `isBeyondStock`,
 * which leaves a stock below 0. docs/requirements.md#1116-stock
 * @returns the items, of which `holdsStock` tells whose pieces were taken
 */
async function takeStock<Item extends StockItem>(
  tx: Transaction,
  { tenantId, number }: OrderKey,
  items: readonly Item[],
  { isBeyondStock, now }: { isBeyondStock: boolean; now: Date },
): Promise<
  { items: (Item & { holdsStock: boolean })[]; shortages: Shortage<Item>[] } & Pick<
    MovedPieces,
    'soldOut' | 'low'
  >
> {
  const wanted = items.flatMap(({ variantId: id, quantity: pieces }) => (id === null ? [] : [{ id, pieces }]))
  const variants =
    wanted.length === 0 ? [] : await takeVariants(tx, { tenantId, number }, wanted, isBeyondStock, now)
  const byId = new Map(variants.map((variant) => [variant.id, variant]))
  const shortages = findShortages(items, byId)
  const isTaken = shortages.length === 0 || isBeyondStock
  const held = items.map((item) => {
    const stock = item.variantId === null ? null : (byId.get(item.variantId)?.stock ?? null)
    return { ...item, holdsStock: isTaken && stock !== null }
  })
  if (!isTaken) return { items: held, shortages, soldOut: [], low: [] }
  return {
    items: held,
    shortages,
    soldOut: productIdsOf(
      variants.filter((one) => isAvailable(one) && !isAvailable(after(one, -one.pieces))),
    ),
    low: variants.filter((one) => !isLow(one) && isLow(after(one, -one.pieces))).map(({ id }) => id),
  }
}

/** The wanted variants that exist, as they were before their pieces were taken; shortages take none. */
async function takeVariants(
  tx: Transaction,
  { tenantId, number }: OrderKey,
  wanted: readonly { id: string; pieces: number }[],
  isBeyondStock: boolean,
  now: Date,
): Promise<VariantStock[]> {
  const { rows } = await tx.execute<Record<keyof VariantStock, unknown>>(sql`
    with wanted as (
      select id, sum(pieces)::int as pieces
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as item(id text, pieces int)
      group by id
    ), locked as (
      select variant.id, variant.product_id, variant.stock, variant.sells_beyond_stock, wanted.pieces
      from product_variants variant join wanted on wanted.id = variant.id
      where variant.tenant_id = ${tenantId}
      order by variant.id
      for update of variant
    ), taken as (
      update product_variants variant set stock = variant.stock - locked.pieces
      from locked
      where variant.tenant_id = ${tenantId} and variant.id = locked.id and locked.stock is not null
        and (${isBeyondStock} or (select count(*) from wanted) = (
          select count(*) from locked where stock is null or sells_beyond_stock or stock >= pieces))
      returning variant.id
    ), moved as (
      insert into stock_movements (tenant_id, variant_id, reason, stock, held, order_number, created_at)
      select ${tenantId}, id, 'hold', -pieces, pieces, ${number}, ${now.toISOString()}::timestamptz
      from locked where id in (select id from taken)
    )
    select id, product_id as "productId", stock, sells_beyond_stock as "sellsBeyondStock", pieces from locked`)
  return rows as unknown as VariantStock[]
}

/** The items of variants of which too few pieces are left, in their order; a variant that is gone has none. */
function findShortages<Item extends StockItem>(
  items: readonly Item[],
  variants: ReadonlyMap<string, VariantStock>,
): Shortage<Item>[] {
  const wanted = new Map<string | null, number>()
  for (const { variantId, quantity } of items) wanted.set(variantId, (wanted.get(variantId) ?? 0) + quantity)
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
  order: OrderKey,
  items: OrderItem[],
  { hasChoices, now }: { hasChoices: boolean; now: Date },
): Promise<{ items: OrderItem[] } & Pick<MovedPieces, 'soldOut' | 'low'>> {
  const { shortages, ...taken } = await takeStock(tx, order, items, { isBeyondStock: false, now })
  if (!shortages[0]) return taken
  const problems = shortages.map(({ item: { productId, line }, left }) => ({
    code: 'not-enough-stock' as const,
    productId,
    left,
    line: line - 1,
  }))
  throw linesRefused(409, sentenceOf(shortages[0].item, shortages[0].left), problems, hasChoices)
}

/** Takes the pieces of a locked order that went back into stock. Those that are gone are counted in their line. */
async function takeAgain(
  tx: Transaction,
  { tenantId, number }: OrderKey,
  isBeyondStock: boolean,
  now: Date,
): Promise<MovedPieces | { hold: HoldRefusal }> {
  const isItem = and(eq(orderItems.tenantId, tenantId), eq(orderItems.orderNumber, number))
  const items = await tx
    .select()
    .from(orderItems)
    .where(and(isItem, isNotNull(orderItems.variantId)))
    .orderBy(asc(orderItems.line))
  const taken = await takeStock(tx, { tenantId, number }, items, { isBeyondStock, now })
  const [first] = taken.shortages
  if (first && !isBeyondStock) {
    const choice = choiceOf(first.item.variantOptions ?? {}) || undefined
    return { hold: { kind: 'gone', product: first.item.productTitle, choice, left: first.left } }
  }
  const missing = new Map(taken.shortages.map(({ item, missing: pieces }) => [item.line, pieces]))
  for (const { line, holdsStock } of taken.items) {
    await tx
      .update(orderItems)
      .set({ holdsStock, oversold: missing.get(line) ?? 0 })
      .where(and(isItem, eq(orderItems.line, line)))
  }
  const oversold = [...missing.values()].reduce((sum, pieces) => sum + pieces, 0)
  return { soldOut: taken.soldOut, restocked: [], low: taken.low, oversold }
}

/**
 * Puts the pieces of a locked order back, once: its items no longer hold stock afterwards.
 * @returns the products with a variant that was sold out before
 */
function releaseStock(tx: Transaction, order: OrderKey, now: Date): Promise<string[]> {
  return putBack(
    tx,
    order,
    'release',
    now,
    sql`
    freed as (
      update order_items set holds_stock = false, oversold = 0
      where tenant_id = ${order.tenantId} and order_number = ${order.number} and holds_stock
      returning variant_id, quantity
    ), pieces as (
      select variant_id as id, sum(quantity)::int as pieces from freed where variant_id is not null group by variant_id
    )`,
  )
}

/**
 * Puts pieces of a locked order that were sold and came back into the stock of their variants, where it is counted.
 * @returns the products with a variant that was sold out before
 */
export function restockReturned(
  tx: Transaction,
  order: OrderKey,
  lines: readonly ReturnedLine[],
  now: Date,
): Promise<string[]> {
  return putBack(
    tx,
    order,
    'return',
    now,
    sql`
    pieces as (
      select item.variant_id as id, sum(back.quantity)::int as pieces
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as back(line int, quantity int)
      join order_items item on item.line = back.line
      where item.tenant_id = ${order.tenantId} and item.order_number = ${order.number} and item.variant_id is not null
      group by item.variant_id
    )`,
  )
}

/**
 * Adds `pieces`, a common table expression of variants and their pieces, to the stock of the variants that are counted.
 * Released pieces are no longer held by the order. Locks the variants in the same order as `takeStock`.
 */
async function putBack(
  tx: Transaction,
  { tenantId, number }: OrderKey,
  reason: 'release' | 'return',
  now: Date,
  pieces: SQL,
): Promise<string[]> {
  const held = reason === 'release' ? sql`-pieces` : sql`0`
  const { rows } = await tx.execute<Record<keyof VariantStock, unknown>>(sql`
    with ${pieces}, locked as (
      select variant.id, variant.product_id, variant.stock, variant.sells_beyond_stock, pieces.pieces
      from product_variants variant join pieces on pieces.id = variant.id
      where variant.tenant_id = ${tenantId}
      order by variant.id
      for update of variant
    ), returned as (
      update product_variants variant set stock = variant.stock + locked.pieces
      from locked
      where variant.tenant_id = ${tenantId} and variant.id = locked.id and locked.stock is not null
      returning variant.id
    ), moved as (
      insert into stock_movements (tenant_id, variant_id, reason, stock, held, order_number, created_at)
      select ${tenantId}, id, ${reason}, case when id in (select id from returned) then pieces else 0 end, ${held},
        ${number}, ${now.toISOString()}::timestamptz
      from pieces
      where id in (select id from returned) or ${held} <> 0
    )
    select id, product_id as "productId", stock, sells_beyond_stock as "sellsBeyondStock", pieces from locked`)
  const variants = rows as unknown as VariantStock[]
  return productIdsOf(variants.filter((one) => !isAvailable(one) && isAvailable(after(one, one.pieces))))
}

/** The pieces that a locked order holds leave the shop. */
async function recordLeaving(
  tx: Transaction,
  { tenantId, number }: OrderKey,
  reason: 'sale' | 'write-off',
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into stock_movements (tenant_id, variant_id, reason, stock, held, order_number, created_at)
    select tenant_id, variant_id, ${reason}, 0, -sum(quantity), order_number, ${now.toISOString()}::timestamptz
    from order_items
    where tenant_id = ${tenantId} and order_number = ${number} and holds_stock and variant_id is not null
    group by tenant_id, variant_id, order_number`)
}

function after(variant: VariantStock, pieces: number): VariantStock {
  return { ...variant, stock: variant.stock === null ? null : variant.stock + pieces }
}

function productIdsOf(rows: readonly VariantStock[]): string[] {
  return [...new Set(rows.map(({ productId }) => productId))]
}

function sentenceOf({ productTitle, variantOptions }: OrderItem, left: number): string {
  const choice = choiceOf(variantOptions ?? {})
  const shown = choice ? `${productTitle} in ${choice}` : productTitle
  if (left === 0) return `${shown} is sold out. Please remove it from your cart.`
  return `Only ${left === 1 ? '1 piece' : `${left} pieces`} of ${shown} ${left === 1 ? 'is' : 'are'} left. Please change the quantity.`
}
