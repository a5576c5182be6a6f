import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders, paymentRefunds, payments } from '../../db/schema.ts'
import type { PaymentRow } from './find.ts'
import { formatRupees } from './rupees.ts'

/** A query accepts at most 65,535 parameters. */
const CHUNK_SIZE = 1000

type OrderPayment = 'paid' | 'unpaid' | 'refund due' | 'refunded'

/** Sums of an order's payments, in paise. */
export interface OrderMoney {
  payment: OrderPayment
  refundDue: number
}

/** A refund cannot be recorded; the message is for the merchant. */
export class RefundError extends Error {
  override name = 'RefundError'
}

/** Refunded paise per payment. */
const refunded = sql<number>`coalesce((
  select sum(${paymentRefunds.amount}) from ${paymentRefunds}
  where ${paymentRefunds.tenantId} = ${payments.tenantId} and ${paymentRefunds.paymentId} = ${payments.id}
), 0)`.mapWith(Number)

/** Payments with a due refund, oldest first, with the due amount. */
export async function listRefundsDue(
  tx: Transaction,
  tenantId: string,
  orderNumbers?: readonly string[],
): Promise<(PaymentRow & { due: number })[]> {
  const rows = await tx
    .select({ payment: payments, refunded })
    .from(payments)
    .where(
      and(
        eq(payments.tenantId, tenantId),
        eq(payments.status, 'refund due'),
        orderNumbers && inArray(payments.orderNumber, [...orderNumbers]),
      ),
    )
    .orderBy(asc(payments.settledAt), asc(payments.id))
  return rows.map(({ payment, refunded: back }) => ({ ...payment, due: payment.amount - back }))
}

/** Settled payments of these orders, oldest first, with the amount refunded. */
export async function listSettled(
  tx: Transaction,
  tenantId: string,
  orderNumbers: readonly string[],
): Promise<(PaymentRow & { refunded: number })[]> {
  const rows = await tx
    .select({ payment: payments, refunded })
    .from(payments)
    .where(
      and(
        eq(payments.tenantId, tenantId),
        inArray(payments.orderNumber, [...orderNumbers]),
        inArray(payments.status, ['paid', 'refund due', 'refunded']),
      ),
    )
    .orderBy(asc(payments.settledAt), asc(payments.id))
  return rows.map(({ payment, refunded: back }) => ({ ...payment, refunded: back }))
}

/** Payment state and refund due of each order. */
export async function readOrderMoney(
  tx: Transaction,
  tenantId: string,
  found: readonly Pick<typeof orders.$inferSelect, 'number' | 'status' | 'paidAt'>[],
): Promise<Map<string, OrderMoney>> {
  const rows: Awaited<ReturnType<typeof listSettled>> = []
  for (let from = 0; from < found.length; from += CHUNK_SIZE) {
    const numbers = found.slice(from, from + CHUNK_SIZE).map(({ number }) => number)
    rows.push(...(await listSettled(tx, tenantId, numbers)))
  }
  const byOrder = Map.groupBy(rows, ({ orderNumber }) => orderNumber)
  return new Map(
    found.map(({ number, paidAt }) => {
      const own = byOrder.get(number) ?? []
      const has = (status: PaymentRow['status']) => own.some((row) => row.status === status)
      const refundDue = own.reduce(
        (sum, row) => (row.status === 'refund due' ? sum + row.amount - row.refunded : sum),
        0,
      )
      const settled = has('refunded') && !has('paid') ? 'refunded' : paidAt === null ? 'unpaid' : 'paid'
      return [number, { payment: refundDue > 0 ? 'refund due' : settled, refundDue }]
    }),
  )
}

export interface RecordedRefund {
  payment: PaymentRow
  amountPaise: number
  /** Amount still due. */
  due: number
}

/**
 * Records a refund of a payment, found by its id or reference. A due refund closes once it is complete; a valid
 * payment may be refunded in part, as for a returned piece.
 * @throws {RefundError} no such payment, nothing to refund, too much, or a reference already recorded
 */
export async function recordRefund(
  tx: Transaction,
  tenantId: string,
  options: { named: string; reference: string; amountPaise?: number | undefined; now: Date },
): Promise<RecordedRefund> {
  const { named, reference, now } = options
  const payment = await lockPayment(tx, tenantId, named)
  const isPayment = and(eq(payments.tenantId, tenantId), eq(payments.id, payment.id))
  const parts = await tx
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.tenantId, tenantId), eq(paymentRefunds.paymentId, payment.id)))
  const remaining = payment.amount - parts.reduce((sum, part) => sum + part.amount, 0)
  const known = parts.find((part) => part.reference === reference)
  if (known) {
    throw new RefundError(
      `A refund of ${formatRupees(known.amount)} with the reference ${reference} is already recorded.`,
    )
  }
  if (payment.status === 'refunded') throw new RefundError(`Payment ${named} is already refunded in full.`)
  if (payment.status !== 'paid' && payment.status !== 'refund due') {
    throw new RefundError(`Payment ${named} was never paid: it is ${payment.status}.`)
  }
  if (payment.status === 'paid' && options.amountPaise === undefined) {
    throw new RefundError(
      `Payment ${named} pays an order that is not cancelled. Cancel the order first, or refund a part with --amount.`,
    )
  }
  const amountPaise = options.amountPaise ?? remaining
  if (amountPaise > remaining) {
    throw new RefundError(
      `Only ${formatRupees(remaining)} of payment ${named} can be refunded, not ${formatRupees(amountPaise)}.`,
    )
  }
  await tx
    .insert(paymentRefunds)
    .values({ tenantId, paymentId: payment.id, reference, amount: amountPaise, refundedAt: now })
  const left = remaining - amountPaise
  if (left === 0) await tx.update(payments).set({ status: 'refunded' }).where(isPayment)
  return { payment, amountPaise, due: payment.status === 'refund due' ? left : 0 }
}

/** Locks the order before its payment, like all code that settles payments. */
async function lockPayment(tx: Transaction, tenantId: string, named: string): Promise<PaymentRow> {
  const isNamed = and(
    eq(payments.tenantId, tenantId),
    or(eq(payments.id, named), eq(payments.gatewayReference, named)),
  )
  const [found, another] = await tx.select().from(payments).where(isNamed).limit(2)
  if (!found) throw new RefundError(`This shop has no payment ${named}.`)
  if (another)
    throw new RefundError(`Several payments have the reference ${named}. Name one by its payment id.`)
  await tx
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, found.orderNumber)))
    .for('update')
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.tenantId, tenantId), eq(payments.id, found.id)))
    .for('update')
  return payment ?? found
}
