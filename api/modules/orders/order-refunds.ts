import { and, asc, eq, inArray } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { paymentRefunds, payments } from '../../db/schema.ts'
import { listRefundsInProgress } from './refund-requests.ts'
import { isInRupees, type SettledPayment } from './order-money.ts'
import type { OrderResponse } from './read.ts'

export type OrderRefund = NonNullable<OrderResponse['refunds']>[number]

/**
 * The refunds of these orders in rupees, sent ones first, then those that are in progress or due of their settled
 * payments, by order number.
 */
export async function readOrderRefunds(
  tx: Transaction,
  tenantId: string,
  numbers: readonly string[],
  settled: readonly SettledPayment[],
): Promise<Map<string, OrderRefund[]>> {
  const refunds = new Map<string, OrderRefund[]>()
  if (numbers.length === 0) return refunds
  const add = (number: string, refund: OrderRefund) =>
    refunds.set(number, [...(refunds.get(number) ?? []), refund])
  const isOfOrders = and(
    eq(payments.tenantId, tenantId),
    eq(payments.currency, 'INR'),
    inArray(payments.orderNumber, [...numbers]),
  )
  const sent = await tx
    .select({ refund: paymentRefunds, number: payments.orderNumber, method: payments.method })
    .from(paymentRefunds)
    .innerJoin(
      payments,
      and(eq(payments.tenantId, paymentRefunds.tenantId), eq(payments.id, paymentRefunds.paymentId)),
    )
    .where(isOfOrders)
    .orderBy(asc(paymentRefunds.refundedAt), asc(paymentRefunds.reference))
  for (const { refund, number, method } of sent) {
    const { amount, reference, refundedAt } = refund
    add(number, { amount: amount / 100, ...wayOf(method), sentAt: refundedAt.toISOString(), reference })
  }
  const inRupees = settled.filter(isInRupees)
  const requests = await listRefundsInProgress(
    tx,
    tenantId,
    inRupees.filter(({ inProgress }) => inProgress > 0).map(({ id }) => id),
  )
  for (const { id, orderNumber, status, amount, refunded, inProgress, method } of inRupees) {
    for (const request of requests.filter(({ paymentId }) => paymentId === id)) {
      const startedAt = request.createdAt.toISOString()
      add(orderNumber, { amount: request.amount / 100, ...wayOf(method), startedAt })
    }
    const due = status === 'refund due' ? amount - refunded - inProgress : 0
    if (due > 0) add(orderNumber, { amount: due / 100, ...wayOf(method) })
  }
  return refunds
}

/** Where the money goes back to, as far as the payment method tells it. */
export function wayOf(method: string): Pick<OrderRefund, 'way'> {
  if (method.startsWith('upi')) return { way: 'upi' }
  if (method.startsWith('cash')) return { way: 'cash' }
  return method === 'card' || method === 'bank' ? { way: method } : {}
}
