import { and, eq, type SQL, sql } from 'drizzle-orm'

import type { HoldRefusal } from '@tanabana/contract/payment.ts'
import type { Transaction } from '../../db/index.ts'
import { orderItems, orders } from '../../db/schema.ts'
import { changeOrder, type LockedOrder } from './change-order.ts'
import type { OrderRow } from './read.ts'
import type { OrderLimits } from '../../db/json-columns.ts'

const MINUTE_MS = 60_000
/** Time for which a payment that starts holds the pieces. */
const PAYMENT_HOLD_MS = 15 * MINUTE_MS
/** A payment that starts later than this before the end of the hold extends it. */
const EXTENDED_WITHIN_MS = 5 * MINUTE_MS
const RENEWALS_MAX = 2
/** A payment link leaves the last renewal to the account that placed the order. */
const RENEWALS_BY_LINK_MAX = 1

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
 * Decides about the pieces of an order whose payment starts: they stay as they are, are held for another 15 minutes, or
 * are no longer held and can't be taken again. `isHolding`: they did not go back into stock yet.
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

/** Products with a variant that is now sold out, or why nothing was taken. */
export type HoldResult = { soldOut: string[] } | { refusal: HoldRefusal }

/**
 * Holds the pieces of a locked order for a payment that starts, by a payment link if `isLinked`. An order without counted
 * pieces has nothing to hold.
 */
export async function holdForPayment(
  tx: Transaction,
  order: LockedOrder,
  limits: Pick<OrderLimits, 'holdMinutes'>,
  now: Date,
  isLinked: boolean,
): Promise<HoldResult> {
  const isHolding = order.piecesReleasedAt === null
  if (isHolding && !(await holdsPieces(tx, order))) return { soldOut: [] }
  const decision = decideHold({ ...order, isHolding }, limits, now, isLinked)
  if (decision.kind === 'keep') return { soldOut: [] }
  if (decision.kind === 'ended') return { refusal: decision }
  const { heldUntil } = decision
  const by = { actor: 'shopper', now } as const
  const held = await changeOrder(tx, order, 'hold', by, { heldUntil, holdRenewals: order.holdRenewals + 1 })
  if ('order' in held) return held
  return { refusal: 'hold' in held ? held.hold : { kind: 'ended' } }
}

async function holdsPieces(
  tx: Transaction,
  { tenantId, number }: Pick<OrderRow, 'tenantId' | 'number'>,
): Promise<boolean> {
  const [held] = await tx
    .select({ line: orderItems.line })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.tenantId, tenantId),
        eq(orderItems.orderNumber, number),
        eq(orderItems.holdsStock, true),
      ),
    )
    .limit(1)
  return held !== undefined
}
