import { and, eq, inArray, sql } from 'drizzle-orm'

import type { HoldRefusal } from '@tanabana/contract/payment.ts'
import { enqueue, type Transaction } from '../../db/index.ts'
import { moneyEntries, orderEvents, orderReturns, orders, paymentRefunds, payments } from '../../db/schema.ts'
import {
  moneyChanges,
  PAYMENT_TRANSITIONS,
  type PaymentChange,
  type PaymentFacts,
} from './lifecycle/money-rules.ts'
import {
  decide,
  STATUS_OF,
  toOrder,
  toStored,
  type OrderChange,
  type OrderStatus,
  type Refusal,
} from './lifecycle/order-rules.ts'
import { RETURN_TRANSITIONS, type ReturnChange, type ReturnTransition } from './lifecycle/return-rules.ts'
import { nextState, type Actor, type EventKind } from './lifecycle/transition.ts'
import { inProgress, refunded } from './order-money.ts'
import type { OrderRow } from './read.ts'
import { movePieces, restockReturned, type MovedPieces } from './stock.ts'
import { issueAfterChange } from './tax-documents.ts'

/**
 * The one place that writes what happens to an order: it asks the rules, and writes state, pieces, money and event in the
 * caller's transaction. docs/order-lifecycle.md
 */

declare const locked: unique symbol
/** An order that `lockOrder` has locked until the transaction ends. */
export type LockedOrder = OrderRow & { [locked]: true }

/** Who makes a change, and when. */
export interface ChangeContext {
  actor: Actor
  now: Date
}

export interface ChangedOrder extends MovedPieces {
  order: LockedOrder
  /** Payments that are due for refund now. */
  refundsDue: number
}

/** Why a change is refused; `gone`: its pieces are. */
export type RefusedChange = { refusal: Refusal } | { refusal: 'gone'; hold: HoldRefusal }

interface NewEvent {
  kind: EventKind
  status?: OrderStatus | undefined
  subject?: string | undefined
}

/** Locks the order until the transaction ends. Lock it before its payments and returns. */
export async function lockOrder(
  tx: Transaction,
  tenantId: string,
  number: string,
): Promise<LockedOrder | undefined> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, number)))
    .for('update')
  return row as LockedOrder | undefined
}

/** Changes an order, and `columns` with it; a refused change writes nothing. */
export async function changeOrder(
  tx: Transaction,
  order: LockedOrder,
  change: OrderChange,
  by: ChangeContext & { allowsUnpaid?: boolean | undefined; paymentId?: string },
  columns: Partial<typeof orders.$inferInsert> = {},
): Promise<ChangedOrder | RefusedChange> {
  const { actor, now, allowsUnpaid = false, paymentId } = by
  const before = toOrder(order)
  const decision = decide(before, change, actor, { allowsUnpaid })
  if ('refusal' in decision) return decision
  const { transition, order: after } = decision
  const moved = await movePieces(tx, order, transition.stock, now)
  if ('hold' in moved) return { refusal: 'gone', hold: moved.hold }
  const values = {
    ...columns,
    ...toStored(after.state),
    ...(transition.terms === 'paid' && { paidAt: now }),
    ...(transition.terms === 'on delivery' && { cashOnDelivery: true }),
    ...('pieces' in before && {
      piecesReleasedAt: 'pieces' in after && after.pieces === 'released' ? now : null,
    }),
  }
  const { tenantId, number } = order
  await tx
    .update(orders)
    .set(values)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, number)))
  const status = STATUS_OF[after.state]
  await recordEvents(tx, order, by, [
    { kind: transition.event, subject: paymentId, ...(status !== order.status && { status }) },
    ...lowStockEvents(moved),
  ])
  const changed = { ...order, ...values }
  const refundsDue = transition.makesRefundDue ? await makeRefundsDue(tx, changed, by) : 0
  await issueAfterChange(tx, changed, change, now)
  return { ...moved, order: changed, refundsDue }
}

/** Of a payment whose money was not received before. */
export const NOTHING_BACK = { refunded: 0, inProgress: 0 } as const

export interface PaidOrder extends MovedPieces {
  outcome: 'order paid' | 'refund due'
}

/** Receives the money of a payment: it pays the order, or is due for refund where the order takes none. */
export async function receiveMoney(
  tx: Transaction,
  order: LockedOrder,
  payment: Pick<PaymentFacts, 'status' | 'amount'> & { id: string },
  by: ChangeContext,
  columns: Partial<typeof payments.$inferInsert> = {},
): Promise<PaidOrder> {
  const paid = await changeOrder(
    tx,
    order,
    'pay',
    { ...by, paymentId: payment.id },
    feeWithin(order, payment),
  )
  const isKept = 'order' in paid
  await changePayment(tx, order, { ...payment, ...NOTHING_BACK }, isKept ? 'keep' : 'make refund due', by, {
    columns: { ...columns, settledAt: by.now, nextCheckAt: null },
  })
  if (!isKept) return { outcome: 'refund due', soldOut: [], restocked: [], low: [], oversold: 0 }
  const { soldOut, restocked, low, oversold } = paid
  return { outcome: 'order paid', soldOut, restocked, low, oversold }
}

/** Stores a new payment of the order. */
export async function openPayment(
  tx: Transaction,
  order: LockedOrder,
  values: Omit<typeof payments.$inferInsert, 'tenantId' | 'orderNumber' | 'createdAt'> & {
    status?: 'pending' | 'mismatch'
  },
  by: ChangeContext,
): Promise<void> {
  const { tenantId, number: orderNumber } = order
  await tx.insert(payments).values({ ...values, tenantId, orderNumber, createdAt: by.now })
  const kind = values.status === 'mismatch' ? 'payment.mismatch' : 'payment.started'
  await recordEvents(tx, order, by, [{ kind, subject: values.id }])
}

/** Changes a payment of the order, and `columns` with it. Returns `false` where the rules refuse it. */
export async function changePayment(
  tx: Transaction,
  order: LockedOrder,
  payment: PaymentFacts & { id: string },
  change: PaymentChange,
  by: ChangeContext,
  {
    columns = {},
    refund,
  }: {
    columns?: Partial<typeof payments.$inferInsert>
    /** `request`: the refund request that is made by it. */
    refund?: { amount: number; reference: string; request?: string }
  } = {},
): Promise<boolean> {
  const { tenantId } = order
  const { id: paymentId, amount } = payment
  const transition = PAYMENT_TRANSITIONS[change]
  const status = nextState(transition, payment.status, by.actor)
  if (status === undefined) return false
  await tx
    .update(payments)
    .set({ ...columns, status })
    .where(and(eq(payments.tenantId, tenantId), eq(payments.id, paymentId)))
  if (refund) {
    const { amount: back, reference } = refund
    await tx
      .insert(paymentRefunds)
      .values({ tenantId, paymentId, amount: back, reference, refundedAt: by.now })
  }
  const back = refund?.amount ?? 0
  await writeMoney(
    tx,
    order,
    payment,
    {
      ...{ status, amount, refunded: payment.refunded + back },
      inProgress: payment.inProgress - (refund?.request === undefined ? 0 : back),
    },
    by.now,
  )
  if ('event' in transition)
    await recordEvents(tx, order, by, [{ kind: transition.event, subject: paymentId }])
  if (refund) await issueAfterChange(tx, order, 'refund', by.now)
  return true
}

/** Writes the entries of the books by which a payment of the order changes. */
export async function writeMoney(
  tx: Transaction,
  { tenantId, number: orderNumber }: LockedOrder,
  before: PaymentFacts & { id: string },
  after: PaymentFacts,
  createdAt: Date,
): Promise<void> {
  const entries = moneyChanges(before, after)
  if (entries.length === 0) return
  const { id: paymentId } = before
  await tx
    .insert(moneyEntries)
    .values(entries.map((entry) => ({ tenantId, orderNumber, paymentId, createdAt, ...entry })))
}

export interface ChangedReturn {
  row: typeof orderReturns.$inferSelect
  /** Products with a variant that was sold out before its pieces came back. */
  restocked: string[]
}

/** Changes a return of the order, and `columns` with it. Returns `undefined` where the rules refuse it. */
export async function changeReturn(
  tx: Transaction,
  order: LockedOrder,
  row: typeof orderReturns.$inferSelect,
  change: ReturnChange,
  by: ChangeContext,
  columns: Partial<typeof orderReturns.$inferInsert> = {},
): Promise<ChangedReturn | undefined> {
  const transition: ReturnTransition = RETURN_TRANSITIONS[change]
  const status = nextState(transition, row.status, by.actor)
  if (status === undefined) return undefined
  const changed = { ...columns, status }
  await tx
    .update(orderReturns)
    .set(changed)
    .where(and(eq(orderReturns.tenantId, order.tenantId), eq(orderReturns.id, row.id)))
  const restocked = transition.stock ? await restockReturned(tx, order, row.lines, by.now) : []
  await recordEvents(tx, order, by, [{ kind: transition.event, subject: row.id }])
  return { row: { ...row, ...changed }, restocked }
}

/** Appends events to those of a new or locked order, and the job that handles them. */
export async function recordEvents(
  tx: Transaction,
  { tenantId, number: orderNumber }: Pick<OrderRow, 'tenantId' | 'number'>,
  { actor, now }: ChangeContext,
  events: readonly NewEvent[],
): Promise<void> {
  const last = sql`(select coalesce(max(${orderEvents.sequence}), 0) from ${orderEvents}
    where ${orderEvents.tenantId} = ${tenantId} and ${orderEvents.orderNumber} = ${orderNumber})`
  await tx.insert(orderEvents).values(
    events.map((event, index) => ({
      tenantId,
      orderNumber,
      sequence: sql`${last} + ${index + 1}`,
      ...event,
      actor,
      createdAt: now,
    })),
  )
  await enqueue(tx, 'orders', { tenantId, order: orderNumber })
}

export function lowStockEvents({ low }: Pick<MovedPieces, 'low'>): NewEvent[] {
  return low.map((variantId) => ({ kind: 'stock.low', subject: variantId }))
}

/** Makes all that was received for an order due for refund; returns the number of payments. */
async function makeRefundsDue(tx: Transaction, order: LockedOrder, by: ChangeContext): Promise<number> {
  const received = await tx
    .select({ id: payments.id, status: payments.status, amount: payments.amount, refunded, inProgress })
    .from(payments)
    .where(
      and(
        eq(payments.tenantId, order.tenantId),
        eq(payments.orderNumber, order.number),
        inArray(payments.status, ['paid', 'mismatch']),
      ),
    )
  for (const payment of received) await changePayment(tx, order, payment, 'make refund due', by)
  return received.length
}

/** The fee of an order that is paid otherwise than at delivery was not collected. */
function feeWithin({ total, cashFee }: LockedOrder, { amount }: Pick<PaymentFacts, 'amount'>) {
  return { cashFee: Math.min(cashFee, Math.max(0, amount - total)) }
}
