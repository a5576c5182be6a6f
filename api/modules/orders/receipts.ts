import { and, desc, eq, asc, isNotNull, isNull, max, min, sql } from 'drizzle-orm'

import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import type { Transaction } from '../../db/index.ts'
import { orders, paymentEvents, payments } from '../../db/schema.ts'
import { formatOrderNumber } from '../../ids.ts'
import { formatRupees } from '../../rupees.ts'
import { lockOrder, openPayment, receiveMoney, type PaidOrder } from './change-order.ts'
import { isReceived } from './lifecycle/money-rules.ts'
import { ORDER_STATUS } from './lifecycle/order-rules.ts'
import { amountDue } from './order-money.ts'

/** Provider name of payments that the merchant confirms manually. */
export const BY_SHOP = 'shop'

export const RECEIPT_METHODS = ['upi', 'bank', 'cash'] as const

export type ReceiptMethod = (typeof RECEIPT_METHODS)[number]

/** A payment that the merchant received. */
export interface Receipt {
  method: ReceiptMethod
  /** The bank's reference (UTR), or the reference of a cash payment. */
  reference: string
  /** Defaults to the order's total, with its fee for cash on delivery. */
  amountPaise?: number | undefined
  /** Accepts another amount. */
  acceptsDifference?: boolean | undefined
}

/** A receipt cannot be recorded; the message is for the merchant. */
export class ReceiptError extends Error {
  override name = 'ReceiptError'
}

export interface RecordedReceipt extends Omit<PaidOrder, 'outcome'> {
  outcome: PaidOrder['outcome'] | 'duplicate'
  paymentId: string
  amountPaise: number
}

/**
 * Records a receipt exactly once, in the transaction of its effects. The first receipt of an order pays it; one for a
 * cancelled or paid order becomes "refund due".
 * @throws {ReceiptError} no such order, another amount, or a reference that another order has; nothing is stored
 */
export async function recordReceipt(
  tx: Transaction,
  tenantId: string,
  options: { orderNumber: string; receipt: Receipt; newId: string; now: Date },
): Promise<RecordedReceipt> {
  const { orderNumber, receipt, newId, now } = options
  const { method, reference } = receipt
  const order = await lockOrder(tx, tenantId, orderNumber)
  const shown = formatOrderNumber(orderNumber)
  if (!order) throw new ReceiptError(`This shop has no order ${shown}.`)
  const due = amountDue(order)
  const amount = receipt.amountPaise ?? due
  const [waiting] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.tenantId, tenantId),
        eq(payments.orderNumber, orderNumber),
        eq(payments.provider, BY_SHOP),
        eq(payments.status, 'pending'),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(1)
    .for('update')
  const paymentId = waiting?.id ?? newId

  // Bank references are unique per shop, ignoring spaces; cash references are unique per order.
  const eventId = method === 'cash' ? `cash:${orderNumber}:${reference}` : transferId(reference)
  const [first] = await tx
    .insert(paymentEvents)
    .values({ tenantId, provider: BY_SHOP, eventId, paymentId, outcome: 'paid', receivedAt: now })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  if (!first) return findRecorded(tx, tenantId, { eventId, orderNumber, reference })
  if (amount !== due && !receipt.acceptsDifference) {
    const sum = due === order.total ? 'The total' : 'The total with the fee for cash on delivery'
    throw new ReceiptError(
      `${sum} of order ${shown} is ${formatRupees(due)}, not ${formatRupees(amount)}. ` +
        'To record the other amount, add --accept-difference.',
    )
  }

  const by = { actor: 'merchant', now } as const
  const values = { method, amount, gatewayReference: reference }
  if (!waiting)
    await openPayment(tx, order, { id: paymentId, provider: BY_SHOP, shopOrigin: '', ...values }, by)
  const payment = { id: paymentId, status: 'pending', amount } as const
  const paid = await receiveMoney(tx, order, payment, by, values)
  return { ...paid, paymentId, amountPaise: amount }
}

function transferId(reference: string): string {
  return `transfer:${reference.replace(/\s/g, '').toUpperCase()}`
}

/** The number of the order whose transfer with this bank reference is recorded. */
export async function findTransfer(
  tx: Transaction,
  tenantId: string,
  reference: string,
): Promise<string | undefined> {
  const [recorded] = await tx
    .select({ orderNumber: payments.orderNumber })
    .from(paymentEvents)
    .innerJoin(payments, and(eq(payments.tenantId, tenantId), eq(payments.id, paymentEvents.paymentId)))
    .where(
      and(
        eq(paymentEvents.tenantId, tenantId),
        eq(paymentEvents.provider, BY_SHOP),
        eq(paymentEvents.eventId, transferId(reference)),
      ),
    )
  return recorded?.orderNumber
}

/**
 * The receipt recorded earlier with this reference.
 * @throws {ReceiptError} it belongs to another order
 */
async function findRecorded(
  tx: Transaction,
  tenantId: string,
  { eventId, orderNumber, reference }: { eventId: string; orderNumber: string; reference: string },
): Promise<RecordedReceipt> {
  const [recorded] = await tx
    .select({
      id: payments.id,
      orderNumber: payments.orderNumber,
      amount: payments.amount,
      status: payments.status,
    })
    .from(paymentEvents)
    .innerJoin(payments, and(eq(payments.tenantId, tenantId), eq(payments.id, paymentEvents.paymentId)))
    .where(
      and(
        eq(paymentEvents.tenantId, tenantId),
        eq(paymentEvents.provider, BY_SHOP),
        eq(paymentEvents.eventId, eventId),
      ),
    )
  if (recorded?.orderNumber === orderNumber && isReceived(recorded.status)) {
    return {
      outcome: 'duplicate',
      paymentId: recorded.id,
      amountPaise: recorded.amount,
      soldOut: [],
      restocked: [],
      low: [],
      oversold: 0,
    }
  }
  const other = recorded ? formatOrderNumber(recorded.orderNumber) : 'another order'
  throw new ReceiptError(
    `The reference ${reference} is already recorded for order ${other}. One transfer pays one order.`,
  )
}

/** The bank's reference that the shopper gave for a payment to the shop's own UPI id, while it is not confirmed. */
export async function findShopperReference(
  tx: Transaction,
  tenantId: string,
  orderNumber: string,
): Promise<string | undefined> {
  const [given] = await tx
    .select({ reference: payments.customerReference })
    .from(payments)
    .where(
      and(
        eq(payments.tenantId, tenantId),
        eq(payments.orderNumber, orderNumber),
        eq(payments.provider, BY_SHOP),
        eq(payments.status, 'pending'),
        isNotNull(payments.customerReference),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(1)
  return given?.reference ?? undefined
}

export interface WaitingOrder {
  orderNumber: string
  /** Paise. */
  amount: number
  shippingAddress: ShippingAddress
  startedAt: Date
  /** Bank reference (UTR) from the shopper. */
  customerReference: string | null
  /** Reference of a payment link, which the bank's statement names instead of the order number. */
  linkReference: string | null
  /** Which UPI links name as their reference. */
  paymentIds: string[]
}

/** Pending orders with a UPI payment to the shop's own id, oldest first. */
export async function listWaiting(tx: Transaction, tenantId: string): Promise<WaitingOrder[]> {
  const startedAt = min(payments.createdAt)
  const rows = await tx
    .select({
      orderNumber: orders.number,
      amount: orders.total,
      shippingAddress: orders.shippingAddress,
      startedAt,
      customerReference: max(payments.customerReference),
      linkReference: max(payments.linkReference),
      paymentIds: sql<string[]>`array_agg(${payments.id})`,
    })
    .from(payments)
    .innerJoin(orders, and(eq(orders.tenantId, tenantId), eq(orders.number, payments.orderNumber)))
    .where(
      and(
        eq(payments.tenantId, tenantId),
        eq(payments.provider, BY_SHOP),
        eq(payments.status, 'pending'),
        eq(orders.status, ORDER_STATUS.pending),
        isNull(orders.paidAt),
      ),
    )
    .groupBy(orders.tenantId, orders.number)
    .orderBy(asc(startedAt), asc(orders.number))
  return rows.flatMap(({ startedAt: time, ...row }) => (time ? [{ ...row, startedAt: time }] : []))
}
