import { and, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders, paymentEvents, payments } from '../../db/schema.ts'
import { ApiError } from '../../errors.ts'
import { isSettled } from '../orders/order-money.ts'
import { payOrder, type PaidOrder } from '../orders/pay-order.ts'

/** A verified report of a provider. */
export interface PaymentEvent {
  provider: string
  eventId: string
  paymentId: string
  /** The provider's payment id and the order number, where the report has them. */
  reference?: string | undefined
  orderNumber?: string | undefined
  amountPaise: number
  currency: string
  outcome: 'paid' | 'declined'
}

export type Settlement = 'order paid' | 'refund due' | 'declined' | 'no change' | 'duplicate'

/**
 * Applies an event exactly once: its id is stored in the transaction of its effects. Deliveries may be repeated, late
 * or out of order. A success moves the order Pending → Processing once; for an order that is cancelled or paid it
 * makes a refund due. SECURITY.md#callbacks SECURITY.md#status-order
 * @throws {ApiError} 422 payment, order, amount or currency do not match; nothing is stored
 */
export async function settle(
  tx: Transaction,
  tenantId: string,
  event: PaymentEvent,
  now: Date,
): Promise<{ settlement: Settlement } & Partial<PaidOrder>> {
  const { provider, eventId, paymentId, outcome } = event
  const isPayment = and(eq(payments.tenantId, tenantId), eq(payments.id, paymentId))
  const [named] = await tx.select({ orderNumber: payments.orderNumber }).from(payments).where(isPayment)
  const isOrder = and(eq(orders.tenantId, tenantId), eq(orders.number, named?.orderNumber ?? ''))
  // Lock the order before its payment, like a cancellation, to avoid deadlocks.
  const [order] = await tx.select().from(orders).where(isOrder).for('update')
  const [payment] = await tx.select().from(payments).where(isPayment).for('update')
  const belongs =
    payment?.provider === provider &&
    (event.orderNumber === undefined || payment.orderNumber === event.orderNumber) &&
    (event.reference === undefined || payment.gatewayReference === event.reference) &&
    payment.amount === event.amountPaise &&
    payment.currency === event.currency
  if (!belongs) throw new ApiError(422, 'The report does not match a payment of this shop.')

  const first = await tx
    .insert(paymentEvents)
    .values({ tenantId, provider, eventId, paymentId, outcome, receivedAt: now })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  if (first.length === 0) return { settlement: 'duplicate' }

  if (isSettled(payment.status)) return { settlement: 'no change' }
  if (outcome === 'declined') {
    // Keep the schedule of checks: a bank may still let a declined payment succeed.
    await tx.update(payments).set({ status: 'declined', settledAt: now }).where(isPayment)
    return { settlement: 'declined' }
  }

  const paid = await payOrder(tx, order, now)
  const status = paid.outcome === 'order paid' ? 'paid' : 'refund due'
  await tx.update(payments).set({ status, settledAt: now, nextCheckAt: null }).where(isPayment)
  return { settlement: paid.outcome, ...paid }
}
