import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { paymentRefunds, payments } from '../../db/schema.ts'
import { moneyOf, REFUNDS_IN_PROGRESS, type OrderMoney } from './lifecycle/money-rules.ts'
import { toOrder } from './lifecycle/order-rules.ts'
import type { OrderRow } from './read.ts'

/** A query accepts at most 65,535 parameters. */
const CHUNK_SIZE = 1000

type PaymentRow = typeof payments.$inferSelect

export type SettledPayment = PaymentRow & { refunded: number; inProgress: number }

/** What is received for an order, in paise: its total, and the fee of one that is paid at delivery. */
export function amountDue({ total, cashOnDelivery, cashFee }: OrderRow): number {
  return cashOnDelivery ? total + cashFee : total
}

/** Refunded paise per payment. */
export const refunded = sql<number>`coalesce((
  select sum(${paymentRefunds.amount}) from ${paymentRefunds}
  where ${paymentRefunds.tenantId} = ${payments.tenantId} and ${paymentRefunds.paymentId} = ${payments.id}
), 0)`.mapWith(Number)

/** Paise per payment that its provider is asked to refund. Drizzle would name columns of both tables alike. */
export const inProgress = sql<number>`coalesce((
  select sum(request.amount) from refund_requests request
  where request.tenant_id = payments.tenant_id and request.payment_id = payments.id
    and request.state in ${REFUNDS_IN_PROGRESS}
), 0)`.mapWith(Number)

/** Settled payments of these orders, oldest first, with the amounts refunded and in progress. */
export async function listSettled(
  tx: Transaction,
  tenantId: string,
  orderNumbers: readonly string[],
): Promise<SettledPayment[]> {
  const rows = await tx
    .select({ payment: payments, refunded, inProgress })
    .from(payments)
    .where(
      and(
        eq(payments.tenantId, tenantId),
        inArray(payments.orderNumber, [...orderNumbers]),
        inArray(payments.status, ['paid', 'refund due', 'refunded']),
      ),
    )
    .orderBy(asc(payments.settledAt), asc(payments.id))
  return rows.map(({ payment, ...amounts }) => ({ ...payment, ...amounts }))
}

/** Payment state and refund due of each order. */
export async function readOrderMoney(
  tx: Transaction,
  tenantId: string,
  found: readonly OrderRow[],
): Promise<Map<string, OrderMoney>> {
  const settled: SettledPayment[] = []
  for (let from = 0; from < found.length; from += CHUNK_SIZE) {
    const numbers = found.slice(from, from + CHUNK_SIZE).map(({ number }) => number)
    settled.push(...(await listSettled(tx, tenantId, numbers)))
  }
  return sumMoney(found, settled)
}

/** `readOrderMoney` from the settled payments of the orders. */
export function sumMoney(
  found: readonly OrderRow[],
  settled: readonly SettledPayment[],
): Map<string, OrderMoney> {
  const byOrder = Map.groupBy(settled, ({ orderNumber }) => orderNumber)
  return new Map(
    found.map((order) => [
      order.number,
      moneyOf(toOrder(order), (byOrder.get(order.number) ?? []).filter(isInRupees)),
    ]),
  )
}

/** A mismatch may be in another currency: it is refunded, and no part of the order's sums. */
export function isInRupees({ currency }: Pick<PaymentRow, 'currency'>): boolean {
  return currency === 'INR'
}
