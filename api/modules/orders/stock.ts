import { and, asc, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'

import type { HoldRefusal } from '@tanabana/contract/payment.ts'
import type { Transaction } from '../../db/index.ts'
import type { ReturnedLine } from '../../db/json-columns.ts'
import { orderItems, productVariants } from '../../db/schema.ts'
import { isAvailable, isLow, type VariantRow } from '../catalogue/variants.ts'
import { choiceOf, type OrderItem } from '../quotes/order-item.ts'
import { findShortages } from '../quotes/shortages.ts'
import type { StockEffect } from './lifecycle/order-rules.ts'
import type { OrderRow } from './read.ts'

/** An item of an order whose pieces are taken. */
type StockItem = Pick<OrderItem, 'variantId' | 'quantity'>

/** A variant before the pieces of an order moved. */
type VariantStock = Pick<VariantRow, 'id' | 'productId' | 'stock' | 'sellsBeyondStock'> & { pieces: number }

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

/** Locks variants until the transaction ends, in the order of their ids, so that concurrent orders cannot deadlock. */
export async function lockVariants(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VariantRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(productVariants)
    .where(and(eq(productVariants.tenantId, tenantId), inArray(productVariants.id, [...ids])))
    .orderBy(asc(productVariants.id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Takes the pieces of the items from the stock of their locked variants, below 0 where fewer are left.
 * docs/requirements.md#1116-stock
 */
export async function takePieces(
  tx: Transaction,
  { tenantId, number }: OrderKey,
  items: readonly StockItem[],
  locked: ReadonlyMap<string, VariantRow>,
  now: Date,
): Promise<Pick<MovedPieces, 'soldOut' | 'low'>> {
  const pieces = new Map<string, number>()
  for (const { variantId, quantity } of items) {
    if (variantId !== null) pieces.set(variantId, (pieces.get(variantId) ?? 0) + quantity)
  }
  const variants: VariantStock[] = [...locked.values()]
    .filter(({ stock }) => stock !== null)
    .map((variant) => ({ ...variant, pieces: pieces.get(variant.id) ?? 0 }))
  if (variants.length === 0) return { soldOut: [], low: [] }
  const taken = variants.map(({ id, pieces: count }) => ({ id, pieces: count }))
  await tx.execute(sql`
    with wanted as (
      select id, pieces from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as item(id text, pieces int)
    ), taken as (
      update product_variants variant set stock = variant.stock - wanted.pieces
      from wanted
      where variant.tenant_id = ${tenantId} and variant.id = wanted.id
    )
    insert into stock_movements (tenant_id, variant_id, reason, stock, held, order_number, created_at)
    select ${tenantId}, id, 'hold', -pieces, pieces, ${number}, ${now.toISOString()}::timestamptz from wanted`)
  return {
    soldOut: productIdsOf(
      variants.filter((one) => isAvailable(one) && !isAvailable(after(one, -one.pieces))),
    ),
    low: variants.filter((one) => !isLow(one) && isLow(after(one, -one.pieces))).map(({ id }) => id),
  }
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
  const locked = await lockVariants(tx, tenantId, [
    ...new Set(items.flatMap(({ variantId }) => variantId ?? [])),
  ])
  const shortages = findShortages(items, locked)
  const [first] = shortages
  if (first && !isBeyondStock) {
    const choice = choiceOf(first.item.variantOptions ?? {}) || undefined
    return { hold: { kind: 'gone', product: first.item.productTitle, choice, left: first.left } }
  }
  const { soldOut, low } = await takePieces(tx, { tenantId, number }, items, locked, now)
  const missing = new Map(shortages.map(({ item, missing: pieces }) => [item.line, pieces]))
  for (const { line, variantId } of items) {
    const holdsStock = typeof locked.get(variantId ?? '')?.stock === 'number'
    await tx
      .update(orderItems)
      .set({ holdsStock, oversold: missing.get(line) ?? 0 })
      .where(and(isItem, eq(orderItems.line, line)))
  }
  const oversold = [...missing.values()].reduce((sum, pieces) => sum + pieces, 0)
  return { soldOut, restocked: [], low, oversold }
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
 * Released pieces are no longer held by the order. Locks the variants in the same order as `lockVariants`.
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
