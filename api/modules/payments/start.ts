import { and, count, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders, payments } from '../../db/schema.ts'
import { ApiError } from '../../http/errors.ts'
import { ORDER_STATUS } from '../orders/status.ts'
import { BY_SHOP } from './by-shop.ts'
import type { PaymentMethod } from './methods.ts'

/** Far more than a shopper needs; without a limit one order could fill the table. */
const PAYMENTS_OF_ORDER_MAX = 50

/** A payment that can't be made, said in the answer of the call (`success: false`) and not as a failed call. docs/requirements.md#311-payment-response */
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
 * The amount in paise of the shopper's own order that waits for its payment.
 * @throws {ApiError} 404 the account has no such order
 * @throws {PaymentRefusedError} the order is paid or cancelled already
 */
export async function amountToPay(tx: Transaction, own: OwnOrder): Promise<number> {
  const [order] = await ownOrder(tx, own)
  return requirePayable(order).total
}

/**
 * A new payment over the whole amount of the shopper's own order.
 * @throws {ApiError} 404 the account has no such order
 * @throws {PaymentRefusedError} the order is paid or cancelled already, or its payment was begun too often
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
    /** When the provider is asked first, where there is one to ask. */
    nextCheckAt?: Date | undefined
  },
): Promise<Payment> {
  const { id, provider, method, shopOrigin, now, gatewayReference, customerReference, nextCheckAt, ...own } =
    options
  const { tenantId, orderNumber } = own
  const [locked] = await ownOrder(tx, own).for('update')
  const order = requirePayable(locked)

  const [begun] = await tx
    .select({ payments: count() })
    .from(payments)
    .where(and(eq(payments.tenantId, tenantId), eq(payments.orderNumber, orderNumber)))
  if (begun && begun.payments >= PAYMENTS_OF_ORDER_MAX) {
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
 * The payment of an order to the shop's own UPI id: the one that waits to be confirmed, else a new one. A shopper who
 * comes back finds the same link, and may give the bank's reference.
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
  if (order.status !== ORDER_STATUS.pending) throw new PaymentRefusedError('This order is already paid.')
  return order
}
