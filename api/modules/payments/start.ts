import { and, count, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders, payments } from '../../db/schema.ts'
import { ApiError } from '../../http/errors.ts'
import { ORDER_STATUS } from '../orders/status.ts'
import { BY_SHOP } from './shop-payments.ts'
import type { PaymentMethod } from './methods.ts'

/** Limits the payments per order, far above what a shopper needs. */
const PAYMENTS_OF_ORDER_MAX = 50

/**
 * A refused payment, reported as `success: false` in the response instead of an error status.
 * docs/requirements.md#311-payment-response
 */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError'
}

export interface Payment {
  id: string
  orderNumber: string
  amount: number
}

interface OwnOrder {
  tenantId: string
  userId: string
  orderNumber: string
}

/**
 * The amount in paise of the shopper's own unpaid order.
 * @throws {ApiError} 404 the account has no such order
 * @throws {PaymentRefusedError} the order is not Pending
 */
export async function amountToPay(tx: Transaction, own: OwnOrder): Promise<number> {
  const [order] = await ownOrder(tx, own)
  return requirePayable(order).total
}

/**
 * Stores a new payment of the full amount of the shopper's own order.
 * @throws {ApiError} 404 the account has no such order
 * @throws {PaymentRefusedError} the order is not Pending, or has too many payments
 */
export async function startPayment(
  tx: Transaction,
  options: OwnOrder & {
    id: string
    provider: string
    method: PaymentMethod
    shopOrigin: string
    now: Date
    gatewayReference?: string | undefined
    customerReference?: string | undefined
    /** Time of the first status check, for providers that have one. */
    nextCheckAt?: Date | undefined
  },
): Promise<Payment> {
  const { id, provider, method, shopOrigin, now, gatewayReference, customerReference, nextCheckAt, ...own } =
    options
  const { tenantId, orderNumber } = own
  const [locked] = await ownOrder(tx, own).for('update')
  const order = requirePayable(locked)

  const [started] = await tx
    .select({ payments: count() })
    .from(payments)
    .where(and(eq(payments.tenantId, tenantId), eq(payments.orderNumber, orderNumber)))
  if (started && started.payments >= PAYMENTS_OF_ORDER_MAX) {
    throw new PaymentRefusedError('Payment was begun too often for this order. Please place a new order.')
  }

  await tx.insert(payments).values({
    tenantId,
    id,
    orderNumber,
    provider,
    method,
    amount: order.total,
    shopOrigin,
    createdAt: now,
    gatewayReference,
    customerReference,
    nextCheckAt,
  })
  return { id, orderNumber, amount: order.total }
}

/**
 * The payment of an order to the shop's own UPI id: the pending one, else a new one. A returning shopper gets the
 * same link and may add the bank's reference.
 * @throws as `startPayment`
 */
export async function startShopPayment(
  tx: Transaction,
  options: Omit<Parameters<typeof startPayment>[1], 'provider' | 'gatewayReference' | 'nextCheckAt'>,
): Promise<Payment> {
  const { tenantId, orderNumber, method, customerReference } = options
  const [locked] = await ownOrder(tx, options).for('update')
  const order = requirePayable(locked)
  const [waiting] = await tx
    .update(payments)
    .set({ method, ...(customerReference && { customerReference }) })
    .where(
      and(
        eq(payments.tenantId, tenantId),
        eq(payments.orderNumber, orderNumber),
        eq(payments.provider, BY_SHOP),
        eq(payments.status, 'pending'),
      ),
    )
    .returning({ id: payments.id })
  if (waiting) return { id: waiting.id, orderNumber, amount: order.total }
  return startPayment(tx, { ...options, provider: BY_SHOP })
}

function ownOrder(tx: Transaction, { tenantId, userId, orderNumber }: OwnOrder) {
  return tx
    .select()
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, orderNumber), eq(orders.userId, userId)))
}

function requirePayable(order: typeof orders.$inferSelect | undefined) {
  if (!order) throw new ApiError(404, 'Order not found')
  if (order.status === ORDER_STATUS.cancelled) {
    throw new PaymentRefusedError('This order was cancelled. Please place a new order.')
  }
  if (order.status !== ORDER_STATUS.pending) {
    throw new PaymentRefusedError('This order is no longer waiting for payment.')
  }
  return order
}
