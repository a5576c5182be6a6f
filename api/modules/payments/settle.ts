import { and, eq, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { paymentEvents, payments } from '../../db/schema.ts'
import { ApiError } from '../../errors.ts'
import { randomId } from '../../ids.ts'
import {
  changePayment,
  lockOrder,
  NOTHING_BACK,
  openPayment,
  receiveMoney,
  type ChangeContext,
  type LockedOrder,
  type PaidOrder,
} from '../orders/change-order.ts'
import { isReceived } from '../orders/lifecycle/money-rules.ts'
import type { PaymentRow } from './payment-rows.ts'

export const NO_MATCH = 'The report does not match a payment of this shop.'

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

export type Settlement = 'order paid' | 'refund due' | 'declined' | 'no change' | 'duplicate' | 'mismatch'

/**
 * Applies an event exactly once: its id is stored in the transaction of its effects. Deliveries may be repeated, late
 * or out of order. A success moves the order Pending → Processing once; for an order that is cancelled or paid it
 * makes a refund due. A success of another order, amount or currency is recorded as a mismatch. SECURITY.md#callbacks
 * SECURITY.md#status-order
 * @throws {ApiError} 422 no such payment, or a failure that does not match it; nothing is stored
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
  const order = named && (await lockOrder(tx, tenantId, named.orderNumber))
  const [payment] = await tx.select().from(payments).where(isPayment).for('update')
  if (!order || payment?.provider !== provider) throw new ApiError(422, NO_MATCH)
  const by = { actor: 'provider', now } as const
  const isSame =
    (event.orderNumber === undefined || payment.orderNumber === event.orderNumber) &&
    (event.reference === undefined || payment.gatewayReference === event.reference) &&
    payment.amount === event.amountPaise &&
    payment.currency === event.currency
  if (!isSame && outcome === 'declined') throw new ApiError(422, NO_MATCH)
  if (!isSame) return { settlement: await recordMismatch(tx, order, payment, event, by) }

  const first = await tx
    .insert(paymentEvents)
    .values({ tenantId, provider, eventId, paymentId, outcome, receivedAt: now })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  if (first.length === 0) return { settlement: 'duplicate' }

  if (isReceived(payment.status)) return { settlement: 'no change' }
  if (outcome === 'declined') {
    // Keep the schedule of checks: a bank may still let a declined payment succeed.
    await changePayment(tx, order, { ...payment, ...NOTHING_BACK }, 'decline', by, {
      columns: { settledAt: now },
    })
    return { settlement: 'declined' }
  }
  const paid = await receiveMoney(tx, order, payment, by)
  return { settlement: paid.outcome, ...paid }
}

/** Records signed money that is not what the payment asked for, once, for the merchant to accept or refund. */
async function recordMismatch(
  tx: Transaction,
  order: LockedOrder,
  payment: PaymentRow,
  { amountPaise: amount, currency, reference, orderNumber }: PaymentEvent,
  by: ChangeContext,
): Promise<'mismatch'> {
  const mismatch = {
    paymentId: payment.id,
    ...(orderNumber !== undefined && orderNumber !== order.number && { orderNumber }),
  }
  const gatewayReference = reference ?? payment.gatewayReference
  const [known] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.tenantId, order.tenantId),
        eq(payments.orderNumber, order.number),
        eq(payments.amount, amount),
        eq(payments.currency, currency),
        sql`${payments.gatewayReference} is not distinct from ${gatewayReference}`,
        sql`${payments.mismatch} = ${JSON.stringify(mismatch)}::jsonb`,
      ),
    )
  if (known) return 'mismatch'
  const { provider, method, shopOrigin } = payment
  const values = {
    id: randomId(),
    provider,
    method,
    amount,
    currency,
    shopOrigin,
    gatewayReference,
    mismatch,
  }
  await openPayment(tx, order, { ...values, status: 'mismatch', settledAt: by.now }, by)
  return 'mismatch'
}
