import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { limitExceededSchema } from '@tanabana/contract/order.ts'
import { lockName, type Transaction } from '../../db/index.ts'
import { orderItems, orders, productVariants } from '../../db/schema.ts'
import { ApiError } from '../../errors.ts'
import type { OrderLimits } from '../../db/json-columns.ts'
import { ORDER_STATUS } from '../../db/order-states.ts'

type OrderRow = typeof orders.$inferSelect
type LimitExceeded = z.input<typeof limitExceededSchema>

const isPendingUnpaid = and(eq(orders.status, ORDER_STATUS.pending), isNull(orders.paidAt))
const isOpenCash = and(
  orders.cashOnDelivery,
  inArray(orders.status, [ORDER_STATUS.processing, ORDER_STATUS.shipped]),
  isNull(orders.paidAt),
)
/** Pieces that went back into stock count too: a payment that starts takes them again. */
const isHeld = sql`${orderItems.holdsStock} or (${orders.piecesReleasedAt} is not null and exists (
  select from ${productVariants} where ${productVariants.tenantId} = ${orderItems.tenantId}
    and ${productVariants.id} = ${orderItems.variantId} and ${productVariants.stock} is not null))`

/** What an account holds without having paid. */
export interface OpenOrders {
  /** Pending unpaid orders. */
  orders: number
  /** Pieces of counted variants in those and in orders that are paid at delivery. */
  pieces: number
}

/** Reads what an account holds, while no other order of it is being placed. */
export async function lockOpenOrders(tx: Transaction, tenantId: string, userId: string): Promise<OpenOrders> {
  await lockName(tx, `orders of ${tenantId} ${userId}`)
  const [row] = await tx
    .select({
      orders: sql`count(distinct ${orders.number}) filter (where ${isPendingUnpaid})`.mapWith(Number),
      pieces: sql`coalesce(sum(${orderItems.quantity}) filter (where ${isHeld}), 0)`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(
      orderItems,
      and(eq(orderItems.tenantId, orders.tenantId), eq(orderItems.orderNumber, orders.number)),
    )
    .where(and(eq(orders.tenantId, tenantId), eq(orders.userId, userId), or(isPendingUnpaid, isOpenCash)))
  return row ?? { orders: 0, pieces: 0 }
}

/** The limit that another order of `pieces` counted pieces exceeds, beside what is open. */
export function exceededLimit(
  open: OpenOrders,
  pieces: number,
  limits: Pick<OrderLimits, 'unpaidOrders' | 'unpaidPieces'>,
): Omit<LimitExceeded, 'code'> | undefined {
  if (open.orders >= limits.unpaidOrders) {
    return { limit: 'orders', max: limits.unpaidOrders, open: open.orders }
  }
  if (pieces > 0 && open.pieces + pieces > limits.unpaidPieces) {
    return { limit: 'pieces', max: limits.unpaidPieces, open: open.pieces }
  }
  return undefined
}

/** The refusal of an order that exceeds a limit: 422 when it does so by itself, else 409. */
export function limitExceeded(exceeded: Omit<LimitExceeded, 'code'>): ApiError {
  const details: LimitExceeded = { code: 'limit-exceeded', ...exceeded }
  return new ApiError(exceeded.open === 0 ? 422 : 409, sentenceOf(exceeded), {}, details)
}

function sentenceOf({ limit, max, open }: Omit<LimitExceeded, 'code'>): string {
  if (limit === 'orders') {
    return `You have ${open} unpaid ${open === 1 ? 'order' : 'orders'}. Pay for one or have it cancelled, then order again.`
  }
  if (open === 0) return `An order may have at most ${max} pieces. Please lower the quantities.`
  return `Your unpaid orders have ${open} of at most ${max} pieces. Pay for one or have it cancelled, or lower the quantities.`
}

/**
 * Whether the account or the phone of an order has as many other open orders to be paid at delivery as the shop allows.
 * Call `lockCashOrders` before it where the order is accepted.
 */
export async function hasTooManyCashOrders(
  tx: Transaction,
  { tenantId, userId, contactPhone }: Pick<OrderRow, 'tenantId' | 'userId' | 'contactPhone'>,
  { cashOrders }: Pick<OrderLimits, 'cashOrders'>,
): Promise<boolean> {
  const ofAccount = userId === null ? sql`false` : eq(orders.userId, userId)
  const atPhone = eq(orders.contactPhone, contactPhone)
  const [open] = await tx
    .select({
      ofAccount: sql`count(*) filter (where ${ofAccount})`.mapWith(Number),
      atPhone: sql`count(*) filter (where ${atPhone})`.mapWith(Number),
    })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), isOpenCash, or(ofAccount, atPhone)))
  return open !== undefined && Math.max(open.ofAccount, open.atPhone) >= cashOrders
}

/** Waits for other orders of the account and the phone that are being accepted for payment at delivery. */
export async function lockCashOrders(
  tx: Transaction,
  { tenantId, userId, contactPhone }: Pick<OrderRow, 'tenantId' | 'userId' | 'contactPhone'>,
): Promise<void> {
  if (userId !== null) await lockName(tx, `cash orders of account ${tenantId} ${userId}`)
  await lockName(tx, `cash orders of phone ${tenantId} ${contactPhone}`)
}
