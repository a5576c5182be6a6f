import { and, asc, eq, inArray, or } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { paymentRefunds, payments } from '../../db/schema.ts'
import { changePayment, lockOrder, NOTHING_BACK, type LockedOrder } from '../orders/change-order.ts'
import { dueOf } from '../orders/lifecycle/money-rules.ts'
import { inProgress, refunded } from '../orders/order-money.ts'
import { changeRefund, listRefundsInProgress, type RefundRequest } from '../orders/refund-requests.ts'
import { findPayment, type PaymentRow } from './payment-rows.ts'
import { maskUpiId } from './refund-details.ts'
import { closeReturns } from './return-money.ts'
import { formatMoney } from '../../rupees.ts'

/** How long a provider has to answer for a refund, before the merchant may record it from its dashboard. */
const ANSWERS_WITHIN_DAYS = 3
const DAY_MS = 24 * 60 * 60_000

/** A refund cannot be recorded; the message is for the merchant. */
export class RefundError extends Error {
  override name = 'RefundError'
}

/** Payments of which a refund is due and not in progress, oldest first, with that amount. */
export async function listRefundsDue(
  tx: Transaction,
  tenantId: string,
): Promise<(PaymentRow & { due: number })[]> {
  const rows = await tx
    .select({ payment: payments, refunded, inProgress })
    .from(payments)
    .where(and(eq(payments.tenantId, tenantId), eq(payments.status, 'refund due')))
    .orderBy(asc(payments.settledAt), asc(payments.id))
  return rows
    .map(({ payment, ...back }) => ({
      ...payment,
      due: payment.amount - back.refunded - back.inProgress,
    }))
    .filter(({ due }) => due > 0)
}

/** Payments of these orders whose money the shop has not sent back yet: due, in progress, or a mismatch. */
export async function listOwed(
  tx: Transaction,
  tenantId: string,
  orderNumbers: readonly string[],
): Promise<(PaymentRow & { due: number })[]> {
  const rows = await tx
    .select({ payment: payments, refunded, inProgress })
    .from(payments)
    .where(and(eq(payments.tenantId, tenantId), inArray(payments.orderNumber, [...orderNumbers])))
    .orderBy(asc(payments.settledAt), asc(payments.id))
  return rows
    .map(({ payment, ...back }) => ({
      ...payment,
      due: payment.status === 'mismatch' ? payment.amount : dueOf({ ...payment, ...back }),
    }))
    .filter(({ due }) => due > 0)
}

export interface RecordedRefund {
  payment: PaymentRow
  amountPaise: number
  /** Amount still due. */
  due: number
}

/**
 * Records a refund of a payment, found by its id or reference. A due refund closes once it is complete; a valid
 * payment may be refunded in part, as for a returned piece. A mismatch that is refunded is not accepted any more. The
 * returns that it pays end as refunded. A refund in progress whose provider has not answered for days is confirmed by it.
 * @throws {RefundError} no such payment, nothing to refund, too much, or a reference already recorded
 */
export async function recordRefund(
  tx: Transaction,
  tenantId: string,
  options: {
    named: string
    reference: string
    amountPaise?: number | undefined
    returnId?: string | undefined
    now: Date
  },
): Promise<RecordedRefund> {
  const { named, reference, now } = options
  const by = { actor: 'merchant', now } as const
  const { order, payment: found } = await lockPayment(tx, tenantId, named)
  let payment = found
  if (payment.status === 'mismatch') {
    await changePayment(tx, order, { ...payment, ...NOTHING_BACK }, 'make refund due', by)
    payment = { ...payment, status: 'refund due' }
  }
  const parts = await tx
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.tenantId, tenantId), eq(paymentRefunds.paymentId, payment.id)))
  const back = parts.reduce((sum, part) => sum + part.amount, 0)
  const requested = await listRefundsInProgress(tx, tenantId, [payment.id])
  const asked = requested.reduce((sum, request) => sum + request.amount, 0)
  const remaining = payment.amount - back - asked
  const known = parts.find((part) => part.reference === reference)
  const shown = (amount: number) => formatMoney(amount, payment.currency)
  if (known) {
    throw new RefundError(
      `A refund of ${shown(known.amount)} with the reference ${reference} is already recorded.`,
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
  const facts = { ...payment, refunded: back, inProgress: asked }
  const wanted = options.amountPaise ?? (remaining === 0 ? asked : remaining)
  const isLate = ({ createdAt }: RefundRequest) =>
    now.getTime() - createdAt.getTime() >= ANSWERS_WITHIN_DAYS * DAY_MS
  // The money of a return in progress is refused before; another return is not paid by it.
  const late =
    options.returnId === undefined
      ? requested.find((request) => request.amount === wanted && isLate(request))
      : undefined
  if (late) {
    await changeRefund(tx, order, facts, late, 'confirm', by, { reference, error: null })
    const isRest = back + wanted === payment.amount
    await closeReturns(tx, order, { amountPaise: wanted, isRest, returnId: late.returnId }, by)
    return { payment, amountPaise: wanted, due: payment.status === 'refund due' ? remaining : 0 }
  }
  if (asked > 0 && (amountPaise > remaining || remaining === 0)) {
    throw new RefundError(
      `A refund of ${shown(asked)} of payment ${named} is in progress at ${payment.provider}. Wait for it: store payments refunds. ` +
        `Once it is ${ANSWERS_WITHIN_DAYS} days old, record it here with its own amount, if the dashboard of ${payment.provider} shows it as made.`,
    )
  }
  if (amountPaise > remaining) {
    throw new RefundError(
      `Only ${shown(remaining)} of payment ${named} can be refunded, not ${shown(amountPaise)}.`,
    )
  }
  const left = remaining - amountPaise
  const isRest = left + asked === 0
  const refund = { reference, amount: amountPaise }
  await changePayment(tx, order, facts, isRest ? 'refund the rest' : 'refund in part', by, { refund })
  await closeReturns(tx, order, { amountPaise, isRest, returnId: options.returnId }, by)
  await maskUpiId(tx, tenantId, order.number)
  return { payment, amountPaise, due: payment.status === 'refund due' ? left : 0 }
}

export async function lockPayment(
  tx: Transaction,
  tenantId: string,
  named: string,
): Promise<{ order: LockedOrder; payment: PaymentRow }> {
  const isNamed = and(
    eq(payments.tenantId, tenantId),
    or(eq(payments.id, named), eq(payments.gatewayReference, named)),
  )
  const [found, another] = await tx.select().from(payments).where(isNamed).limit(2)
  if (another)
    throw new RefundError(`Several payments have the reference ${named}. Name one by its payment id.`)
  const order = found && (await lockOrder(tx, tenantId, found.orderNumber))
  const payment = order && (await findPayment(tx, tenantId, found.id))
  if (!payment) throw new RefundError(`This shop has no payment ${named}.`)
  return { order, payment }
}
