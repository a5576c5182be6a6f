import { and, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders, paymentEvents, payments } from '../../db/schema.ts'
import { ApiError } from '../../http/errors.ts'
import { ORDER_STATUS } from '../orders/status.ts'

/** What a provider reports, after its signature was verified. */
export interface PaymentEvent {
  provider: string
  eventId: string
  paymentId: string
  /** The provider's own name of the payment, and the order, where the provider tells them. */
  reference?: string | undefined
  orderNumber?: string | undefined
  amountPaise: number
  currency: string
  outcome: 'paid' | 'declined'
}

export type Settlement = 'order paid' | 'refund due' | 'declined' | 'no change' | 'duplicate'

/**
 * Acts on an event once: the event's id is stored in the same transaction as what it changes. Deliveries come twice,
 * late and in any order. A success moves the order Pending → Processing exactly once; a success for an order that is
 * cancelled, or that another payment has paid, is money to give back. SECURITY.md#callbacks SECURITY.md#status-order
 * @throws {ApiError} 422 payment, order, amount or currency do not belong together; nothing is stored then
 */
export async function settle(
  tx: Transaction,
  tenantId: string,
  event: PaymentEvent,
  now: Date,
): Promise<Settlement> {
  const { provider, eventId, paymentId, outcome } = event
  const isPayment = and(eq(payments.tenantId, tenantId), eq(payments.id, paymentId))
  const [named] = await tx.select({ orderNumber: payments.orderNumber }).from(payments).where(isPayment)
  const isOrder = and(eq(orders.tenantId, tenantId), eq(orders.number, named?.orderNumber ?? ''))
  // Locks the order first and then its payment, as a cancellation does: the other way round, each would wait for the
  // other.
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
  if (first.length === 0) return 'duplicate'

  if (isSettled(payment.status)) return 'no change'
  if (outcome === 'declined') {
    // The schedule of checks stays: a bank may still let a declined payment succeed.
    await tx.update(payments).set({ status: 'declined', settledAt: now }).where(isPayment)
    return 'declined'
  }

  const settlement = await payOrder(tx, tenantId, order, now)
  const status = settlement === 'order paid' ? 'paid' : 'refund due'
  await tx.update(payments).set({ status, settledAt: now, nextCheckAt: null }).where(isPayment)
  return settlement
}

/** Whether the money of a payment has come, wherever it is now. */
export function isSettled(status: typeof payments.$inferSelect.status): boolean {
  return status === 'paid' || status === 'refund due' || status === 'refunded'
}

/**
 * Marks a locked order as paid, which moves it Pending → Processing once. Money for an order that is cancelled, gone or
 * paid already is "refund due".
 */
export async function payOrder(
  tx: Transaction,
  tenantId: string,
  order: Pick<typeof orders.$inferSelect, 'number' | 'status' | 'paidAt'> | undefined,
  now: Date,
): Promise<'order paid' | 'refund due'> {
  if (!order || order.status === ORDER_STATUS.cancelled || order.paidAt !== null) return 'refund due'
  const status = order.status === ORDER_STATUS.pending ? ORDER_STATUS.processing : order.status
  await tx
    .update(orders)
    .set({ status, paidAt: now })
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, order.number)))
  return 'order paid'
}
