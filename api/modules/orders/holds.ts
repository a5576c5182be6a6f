import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'

import type { HoldRefusal } from '@tanabana/contract/payment.ts'
import type { Transaction } from '../../db/index.ts'
import { orderItems, orders } from '../../db/schema.ts'
import type { OrderItem } from './order-item.ts'
import type { OrderLimits } from '../../db/json-columns.ts'
import { choiceOf } from './resolve-variant.ts'
import { releaseStock, takeStock, type Shortage } from './stock.ts'

const MINUTE_MS = 60_000
/** Time for which a payment that starts holds the pieces. */
const PAYMENT_HOLD_MS = 15 * MINUTE_MS
/** A payment that starts later than this before the end of the hold extends it. */
const EXTENDED_WITHIN_MS = 5 * MINUTE_MS
const RENEWALS_MAX = 2
/** A payment link leaves the last renewal to the account that placed the order. */
const RENEWALS_BY_LINK_MAX = 1

type OrderRow = typeof orders.$inferSelect
type HeldOrder = Pick<OrderRow, 'createdAt' | 'heldUntil' | 'holdRenewals'>

/** The end of the time for which an unpaid order holds its pieces. docs/requirements.md#1116-stock */
function holdEnd(
  { createdAt, heldUntil }: Pick<HeldOrder, 'createdAt' | 'heldUntil'>,
  { holdMinutes }: Pick<OrderLimits, 'holdMinutes'>,
): Date {
  return heldUntil ?? new Date(createdAt.getTime() + holdMinutes * MINUTE_MS)
}

/** `holdEnd` as a condition: the hold of an order has ended by `now`. */
export function isHoldOver({ holdMinutes }: Pick<OrderLimits, 'holdMinutes'>, now: Date): SQL {
  const createdBefore = new Date(now.getTime() - holdMinutes * MINUTE_MS)
  return sql`coalesce(${orders.heldUntil} <= ${now.toISOString()}::timestamptz,
    ${orders.createdAt} <= ${createdBefore.toISOString()}::timestamptz)`
}

/**
 * What a payment that starts does with the pieces of its order: they stay as they are, are held for another 15 minutes,
 * or are no longer held and can't be taken again. `isHolding`: they did not go back into stock yet.
 */
function decideHold(
  order: HeldOrder & { isHolding: boolean },
  limits: Pick<OrderLimits, 'holdMinutes'>,
  now: Date,
  isLinked: boolean,
): { kind: 'keep' } | { kind: 'renew'; heldUntil: Date } | { kind: 'ended' } {
  const left = holdEnd(order, limits).getTime() - now.getTime()
  if (order.isHolding && left >= EXTENDED_WITHIN_MS) return { kind: 'keep' }
  if (order.holdRenewals < (isLinked ? RENEWALS_BY_LINK_MAX : RENEWALS_MAX)) {
    return { kind: 'renew', heldUntil: new Date(now.getTime() + PAYMENT_HOLD_MS) }
  }
  return order.isHolding && left > 0 ? { kind: 'keep' } : { kind: 'ended' }
}

/** Puts the pieces of a locked unpaid order back into stock. Returns the products that were sold out before. */
export async function releaseHold(
  tx: Transaction,
  { tenantId, number }: Pick<OrderRow, 'tenantId' | 'number'>,
  now: Date,
): Promise<string[]> {
  const restocked = await releaseStock(tx, tenantId, number)
  await tx.update(orders).set({ piecesReleasedAt: now }).where(isOrder(tenantId, number))
  return restocked
}

/** Products with a variant that is now sold out, or why nothing was taken. */
export type HoldResult = { soldOut: string[] } | { refusal: HoldRefusal }

/**
 * Holds the pieces of a locked order for a payment that starts, by a payment link if `isLinked`. An order without counted
 * pieces has nothing to hold.
 */
export async function holdForPayment(
  tx: Transaction,
  order: OrderRow,
  limits: Pick<OrderLimits, 'holdMinutes'>,
  now: Date,
  isLinked: boolean,
): Promise<HoldResult> {
  const { tenantId, number, piecesReleasedAt } = order
  const isHolding = piecesReleasedAt === null
  if (isHolding && !(await holdsPieces(tx, order))) return { soldOut: [] }
  const decision = decideHold({ ...order, isHolding }, limits, now, isLinked)
  if (decision.kind === 'keep') return { soldOut: [] }
  if (decision.kind === 'ended') return { refusal: decision }
  const taken = await takeAgain(tx, order, false)
  if ('refusal' in taken) return taken
  await tx
    .update(orders)
    .set({ heldUntil: decision.heldUntil, holdRenewals: order.holdRenewals + 1 })
    .where(isOrder(tenantId, number))
  return taken
}

/** Takes the pieces of a locked order that is accepted for payment at delivery, whatever the time that has passed. */
export function holdForDelivery(tx: Transaction, order: OrderRow): Promise<HoldResult> {
  return takeAgain(tx, order, false)
}

/** What an order took from the stock again. */
export interface TakenPieces {
  /** Products with a variant that is now sold out. */
  soldOut: string[]
  /** Pieces that are no longer in stock. */
  oversold: number
}

/**
 * Takes the pieces of a locked order that is paid, or moved on by the merchant. Pieces that are no longer in stock are
 * taken too and counted as `oversold` in their line: the money is there, and the merchant has to decide.
 */
export async function takeForAcceptedOrder(tx: Transaction, order: TakenOrder): Promise<TakenPieces> {
  const taken = await takeAgain(tx, order, true)
  if ('refusal' in taken) throw new Error('Pieces that are taken beyond the stock were refused.')
  return taken
}

type TakenOrder = Pick<OrderRow, 'tenantId' | 'number' | 'piecesReleasedAt'>

/** Takes the pieces of an order that went back into stock; does nothing for any other order. */
async function takeAgain(
  tx: Transaction,
  { tenantId, number, piecesReleasedAt }: TakenOrder,
  isBeyondStock: boolean,
): Promise<TakenPieces | { refusal: HoldRefusal }> {
  if (piecesReleasedAt === null) return { soldOut: [], oversold: 0 }
  const items = await tx
    .select()
    .from(orderItems)
    .where(and(isItemOf(tenantId, number), isNotNull(orderItems.variantId)))
    .orderBy(asc(orderItems.line))
  const taken = await takeStock(tx, tenantId, items, isBeyondStock)
  const [first] = taken.shortages
  if (first && !isBeyondStock) return { refusal: { kind: 'gone', ...describeShortage(first) } }
  const missing = new Map(taken.shortages.map(({ item, missing: pieces }) => [item.line, pieces]))
  for (const { line, holdsStock } of taken.items) {
    await tx
      .update(orderItems)
      .set({ holdsStock, oversold: missing.get(line) ?? 0 })
      .where(and(isItemOf(tenantId, number), eq(orderItems.line, line)))
  }
  await tx.update(orders).set({ piecesReleasedAt: null }).where(isOrder(tenantId, number))
  return { soldOut: taken.soldOut, oversold: [...missing.values()].reduce((sum, pieces) => sum + pieces, 0) }
}

function describeShortage({ item, left }: Shortage<Pick<OrderItem, 'productTitle' | 'variantOptions'>>) {
  const choice = choiceOf(item.variantOptions ?? {})
  return { product: item.productTitle, choice: choice || undefined, left }
}

async function holdsPieces(tx: Transaction, { tenantId, number }: TakenOrder): Promise<boolean> {
  const [held] = await tx
    .select({ line: orderItems.line })
    .from(orderItems)
    .where(and(isItemOf(tenantId, number), eq(orderItems.holdsStock, true)))
    .limit(1)
  return held !== undefined
}

function isOrder(tenantId: string, number: string) {
  return and(eq(orders.tenantId, tenantId), eq(orders.number, number))
}

function isItemOf(tenantId: string, number: string) {
  return and(eq(orderItems.tenantId, tenantId), eq(orderItems.orderNumber, number))
}
