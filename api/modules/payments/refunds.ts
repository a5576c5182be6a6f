import { and, asc, eq, inArray, or } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { paymentRefunds, payments } from '../../db/schema.ts'
import { changePayment, lockOrder, type LockedOrder } from '../orders/change-order.ts'
import { refunded } from '../orders/order-money.ts'
import { findPayment, type PaymentRow } from './payment-rows.ts'
import { formatMoney } from '../../rupees.ts'

/** A refund cannot be recorded; the message is for the merchant. */
export class RefundError extends Error {
  override name = 'RefundError'
}

/** Payments with a due refund, oldest first, with the due amount; of `orderNumbers`, mismatches too. */
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
        inArray(payments.status, orderNumbers ? ['refund due', 'mismatch'] : ['refund due']),
        orderNumbers && inArray(payments.orderNumber, [...orderNumbers]),
      ),
    )
    .orderBy(asc(payments.settledAt), asc(payments.id))
  return rows.map(({ payment, refunded: back }) => ({ ...payment, due: payment.amount - back }))
}

export interface RecordedRefund {
  payment: PaymentRow
  amountPaise: number
  /** Amount still due. */
  due: number
}

/**
 * Records a refund of a payment, found by its id or reference. A due refund closes once it is complete; a valid
 * payment may be refunded in part, as for a returned piece. A mismatch that is refunded is not accepted any more.
 * @throws {RefundError} no such payment, nothing to refund, too much, or a reference already recorded
 */
export async function recordRefund(
  tx: Transaction,
  tenantId: string,
  options: { named: string; reference: string; amountPaise?: number | undefined; now: Date },
): Promise<RecordedRefund> {
  const { named, reference, now } = options
  const by = { actor: 'merchant', now } as const
  const { order, payment: found } = await lockPayment(tx, tenantId, named)
  let payment = found
  if (payment.status === 'mismatch') {
    await changePayment(tx, order, { ...payment, refunded: 0 }, 'make refund due', by)
    payment = { ...payment, status: 'refund due' }
  }
  const parts = await tx
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.tenantId, tenantId), eq(paymentRefunds.paymentId, payment.id)))
  const back = parts.reduce((sum, part) => sum + part.amount, 0)
  const remaining = payment.amount - back
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
  if (amountPaise > remaining) {
    throw new RefundError(
      `Only ${shown(remaining)} of payment ${named} can be refunded, not ${shown(amountPaise)}.`,
    )
  }
  const left = remaining - amountPaise
  const change = left === 0 ? 'refund the rest' : 'refund in part'
  const refund = { reference, amount: amountPaise }
  await changePayment(
    tx,
    order,
    { ...payment, refunded: back },
    change,
    { actor: 'merchant', now },
    { refund },
  )
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
