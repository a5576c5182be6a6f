import { and, count, eq, isNull } from 'drizzle-orm'

import type { HoldRefusal } from '@tanabana/contract/payment.ts'
import { enqueue, type Transaction } from '../../db/index.ts'
import { payments } from '../../db/schema.ts'
import { ApiError } from '../../errors.ts'
import { isBuyer } from '../orders/buyer.ts'
import { changeOrder, lockOrder, openPayment, type ChangeContext } from '../orders/change-order.ts'
import { holdForPayment, type HoldResult } from '../orders/holds.ts'
import { isClosed, toOrder } from '../orders/lifecycle/order-rules.ts'
import { lockCashOrders } from '../quotes/open-orders.ts'
import type { OrderLimits } from '../../db/json-columns.ts'
import { findOrder, type OrderRow } from '../orders/read.ts'
import { CASH_REFUSED, findMethod } from '../quotes/decide-methods.ts'
import { findOrderMethods } from '../quotes/order-methods.ts'
import type { PaymentMethod } from '../quotes/payment-options.ts'
import type { QuoteShop } from '../quotes/quote-shop.ts'
import { BY_SHOP } from '../orders/receipts.ts'

/** Limits the payments per order, far above what a shopper needs; apart from those, the payments per payment link. */
const PAYMENTS_OF_ORDER_MAX = 50
const PAYMENTS_OF_LINK_MAX = 20

const NOT_WAITING = 'This order is no longer waiting for payment.'

/**
 * A refused payment, reported as `success: false` in the response instead of an error status.
 * docs/requirements.md#311-payment-response
 */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError'
  /** Set where the pieces of the order are the reason. */
  readonly hold: HoldRefusal | undefined

  constructor(message: string, hold?: HoldRefusal) {
    super(message)
    this.hold = hold
  }
}

interface Payment {
  id: string
  orderNumber: string
  amount: number
}

/** A payment, and the products with a variant that is sold out because it took pieces again. */
export type StartedPayment = Payment & { soldOut: string[] }

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
  const order = await findOrder(tx, own.tenantId, own.orderNumber)
  return requirePayable(order && isBuyer(order, own.userId) ? order : undefined).total
}

/**
 * Stores a new payment of the full amount of the shopper's own order, and holds its pieces for it.
 * @throws {ApiError} 404 the account has no such order
 * @throws {PaymentRefusedError} the order is not Pending, has too many payments, or its pieces can't be held again
 */
export async function startPayment(
  tx: Transaction,
  options: OwnOrder & {
    id: string
    provider: string
    method: PaymentMethod
    shopOrigin: string
    /** Reference of the payment link that starts it. */
    linkReference?: string | undefined
    limits: Pick<OrderLimits, 'holdMinutes'>
    now: Date
    gatewayReference?: string | undefined
    customerReference?: string | undefined
    /** Time of the first status check, for providers that have one. */
    nextCheckAt?: Date | undefined
  },
): Promise<StartedPayment> {
  const { id, provider, method, shopOrigin, linkReference, now } = options
  const { gatewayReference, customerReference, nextCheckAt } = options
  const order = requirePayable(await lockOwnOrder(tx, options))
  const soldOut = requireHeld(
    await holdForPayment(tx, order, options.limits, now, linkReference !== undefined),
  )

  const [started] = await tx.select({ payments: count() }).from(payments).where(isStartedBy(options))
  if (linkReference !== undefined && started && started.payments >= PAYMENTS_OF_LINK_MAX) {
    throw new PaymentRefusedError('Payment was begun too often by this link. Please ask for a new link.')
  }
  if (started && started.payments >= PAYMENTS_OF_ORDER_MAX) {
    throw new PaymentRefusedError('Payment was begun too often for this order. Please place a new order.')
  }

  const amount = order.total
  const values = { id, provider, method, amount, shopOrigin, linkReference, gatewayReference }
  await openPayment(tx, order, { ...values, customerReference, nextCheckAt }, { actor: 'shopper', now })
  if (nextCheckAt) await enqueue(tx, 'payments', { tenantId: options.tenantId }, nextCheckAt)
  return { id, orderNumber: order.number, amount, soldOut }
}

/**
 * The payment of an order to the shop's own UPI id: the pending one, else a new one. A returning shopper gets the
 * same UPI link and may add the bank's reference, which is taken whatever became of the pieces: the money is sent.
 * @throws as `startPayment`
 */
export async function startShopPayment(
  tx: Transaction,
  options: Omit<Parameters<typeof startPayment>[1], 'provider' | 'gatewayReference' | 'nextCheckAt'>,
): Promise<StartedPayment> {
  const { orderNumber, method, customerReference, limits, now } = options
  const order = requirePayable(await lockOwnOrder(tx, options))
  const [waiting] = await tx
    .update(payments)
    .set({ method, ...(customerReference && { customerReference }) })
    .where(and(isStartedBy(options), eq(payments.provider, BY_SHOP), eq(payments.status, 'pending')))
    .returning({ id: payments.id })
  if (waiting) {
    const isSent = customerReference !== undefined
    const soldOut = isSent
      ? []
      : requireHeld(await holdForPayment(tx, order, limits, now, options.linkReference !== undefined))
    return { id: waiting.id, orderNumber, amount: order.total, soldOut }
  }
  return startPayment(tx, { ...options, provider: BY_SHOP })
}

/**
 * Accepts the shopper's own unpaid order for payment at delivery and moves it to Processing. `asksConfirmation`: a message
 * asks the shopper to confirm it.
 * docs/requirements.md#1120-cash-on-delivery
 * Returns the products with a variant that is sold out because it took pieces again.
 * @throws as `amountToPay`, and {PaymentRefusedError} the shop takes no cash for this order, or its pieces are gone
 */
export async function acceptCashOnDelivery(
  tx: Transaction,
  own: OwnOrder,
  shop: QuoteShop,
  by: ChangeContext & { asksConfirmation?: boolean },
): Promise<string[]> {
  const order = requirePayable(await lockOwnOrder(tx, own))
  await lockCashOrders(tx, order)
  const cash = findMethod(await findOrderMethods(tx, shop, order), 'cash-on-delivery')
  if (!cash?.isOffered) throw new PaymentRefusedError(CASH_REFUSED[cash?.reason ?? 'other'])
  const { asksConfirmation = false } = by
  const columns = { cashFee: cash.fee ?? 0, asksConfirmation }
  const accepted = await changeOrder(tx, order, 'accept on delivery', by, columns)
  if ('order' in accepted) return accepted.soldOut
  if ('hold' in accepted) return requireHeld({ refusal: accepted.hold })
  throw new PaymentRefusedError(NOT_WAITING)
}

/** The products that sold out. @throws {PaymentRefusedError} the pieces of the order can't be held again */
function requireHeld(result: HoldResult): string[] {
  if ('refusal' in result) throw new PaymentRefusedError(holdSentence(result.refusal), result.refusal)
  return result.soldOut
}

function holdSentence(refusal: HoldRefusal): string {
  if (refusal.kind === 'ended') {
    return 'The pieces of this order are no longer held for you. Please place a new order.'
  }
  const { product, choice, left } = refusal
  const item = choice === undefined ? product : `${product} in ${choice}`
  const gone =
    left === 0 ? `${item} is sold out` : `Only ${left} of ${item} ${left === 1 ? 'is' : 'are'} left`
  return `${gone}, so this order can't be paid any more. Please place a new order.`
}

/** The order's payments of one payment link; without one, those of the account. */
function isStartedBy({
  tenantId,
  orderNumber,
  linkReference,
}: Pick<OwnOrder, 'tenantId' | 'orderNumber'> & { linkReference?: string | undefined }) {
  return and(
    eq(payments.tenantId, tenantId),
    eq(payments.orderNumber, orderNumber),
    linkReference === undefined ? isNull(payments.linkReference) : eq(payments.linkReference, linkReference),
  )
}

async function lockOwnOrder(tx: Transaction, { tenantId, userId, orderNumber }: OwnOrder) {
  const order = await lockOrder(tx, tenantId, orderNumber)
  return order && isBuyer(order, userId) ? order : undefined
}

/** @throws as `amountToPay` */
function requirePayable<Order extends OrderRow>(order: Order | undefined): Order {
  if (!order) throw new ApiError(404, 'Order not found')
  const { state } = toOrder(order)
  if (isClosed(state)) {
    throw new PaymentRefusedError('This order was cancelled. Please place a new order.')
  }
  if (state !== 'awaiting payment') throw new PaymentRefusedError(NOT_WAITING)
  return order
}
