import { and, count, eq } from 'drizzle-orm'

import type { Transaction } from '../db/index.ts'
import { orders, payments } from '../db/schema.ts'
import { ApiError } from '../errors.ts'
import { randomId } from '../ids.ts'
import { ORDER_STATUS } from '../orders/status.ts'
import type { PaymentMethod } from './methods.ts'

/** Far more than anybody needs; without a bound one order could fill the table. */
const PAYMENTS_OF_ORDER_MAX = 50

/** A payment that can't be made, said in the answer of the call (`success: false`) and not as a failed call. §3 */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError'
}

export interface Payment {
  id: string
  orderNumber: string
  amount: number
}

/**
 * A new payment over the whole amount of the shopper's own order.
 * @throws {ApiError} 404 the account has no such order
 * @throws {PaymentRefusedError} the order is paid or cancelled already, or its payment was begun too often
 */
export async function startPayment(
  tx: Transaction,
  options: {
    tenantId: string
    userId: string
    orderNumber: string
    provider: string
    method: PaymentMethod
    shopOrigin: string
    now: Date
  },
): Promise<Payment> {
  const { tenantId, userId, orderNumber, provider, method, shopOrigin, now } = options
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, orderNumber), eq(orders.userId, userId)))
    .for('update')
  if (!order) throw new ApiError(404, 'Order not found')
  if (order.status === ORDER_STATUS.cancelled) {
    throw new PaymentRefusedError('This order was cancelled. Please place a new order.')
  }
  if (order.status !== ORDER_STATUS.pending) throw new PaymentRefusedError('This order is already paid.')

  const [begun] = await tx
    .select({ payments: count() })
    .from(payments)
    .where(and(eq(payments.tenantId, tenantId), eq(payments.orderNumber, orderNumber)))
  if (begun && begun.payments >= PAYMENTS_OF_ORDER_MAX) {
    throw new PaymentRefusedError('Payment was begun too often for this order. Please place a new order.')
  }

  const id = randomId()
  await tx.insert(payments).values({
    tenantId,
    id,
    orderNumber,
    provider,
    method,
    amount: order.total,
    shopOrigin,
    createdAt: now,
  })
  return { id, orderNumber, amount: order.total }
}
