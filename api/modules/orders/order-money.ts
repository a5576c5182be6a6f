import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { paymentRefunds, payments, type orders } from '../../db/schema.ts'

/** A query accepts at most 65,535 parameters. */
const CHUNK_SIZE = 1000

type OrderPayment = 'paid' | 'unpaid' | 'refund due' | 'refunded'

/** Sums of an order's payments, in paise. */
export interface OrderMoney {
  payment: OrderPayment
  refundDue: number
}

type PaymentRow = typeof payments.$inferSelect

/** Whether the payment was received, even if refunded later. */
export function isSettled(status: PaymentRow['status']): boolean {
  return status === 'paid' || status === 'refund due' || status === 'refunded'
}

/** Refunded paise per payment. */
export const refunded = sql<number>`coalesce((
  select sum(${paymentRefunds.amount}) from ${paymentRefunds}
  where ${paymentRefunds.tenantId} = ${payments.tenantId} and ${paymentRefunds.paymentId} = ${payments.id}
), 0)`.mapWith(Number)

/** Settled payments of these orders, oldest first, with the amount refunded. */
export async function listSettled(
  tx: Transaction,
  tenantId: string,
  orderNumbers: readonly string[],
): Promise<(PaymentRow & { refunded: number })[]> {
  const rows = await tx
    .select({ payment: payments, refunded })
    .from(payments)
    .where(
      and(
        eq(payments.tenantId, tenantId),
        inArray(payments.orderNumber, [...orderNumbers]),
        inArray(payments.status, ['paid', 'refund due', 'refunded']),
      ),
    )
    .orderBy(asc(payments.settledAt), asc(payments.id))
  return rows.map(({ payment, refunded: back }) => ({ ...payment, refunded: back }))
}

/** Payment state and refund due of each order. */
export async function readOrderMoney(
  tx: Transaction,
  tenantId: string,
  found: readonly Pick<typeof orders.$inferSelect, 'number' | 'status' | 'paidAt'>[],
): Promise<Map<string, OrderMoney>> {
  const rows: Awaited<ReturnType<typeof listSettled>> = []
  for (let from = 0; from < found.length; from += CHUNK_SIZE) {
    const numbers = found.slice(from, from + CHUNK_SIZE).map(({ number }) => number)
    rows.push(...(await listSettled(tx, tenantId, numbers)))
  }
  const byOrder = Map.groupBy(rows, ({ orderNumber }) => orderNumber)
  return new Map(
    found.map(({ number, paidAt }) => {
      const own = byOrder.get(number) ?? []
      const has = (status: PaymentRow['status']) => own.some((row) => row.status === status)
      const refundDue = own.reduce(
        (sum, row) => (row.status === 'refund due' ? sum + row.amount - row.refunded : sum),
        0,
      )
      const settled = has('refunded') && !has('paid') ? 'refunded' : paidAt === null ? 'unpaid' : 'paid'
      return [number, { payment: refundDue > 0 ? 'refund due' : settled, refundDue }]
    }),
  )
}
