import { and, asc, eq, inArray } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { payments, refundRequests } from '../../db/schema.ts'
import { REFUNDS_IN_PROGRESS } from '../orders/lifecycle/money-rules.ts'
import type { RefundRequest } from '../orders/refund-requests.ts'
import type { PaymentRow } from './payment-rows.ts'
import { isSentByShop, readUpiIds } from './refund-details.ts'
import { listRefundsDue } from './refunds.ts'
import { listReturnsDue, type ReturnDue } from './return-money.ts'

interface Destination {
  /** Where the shopper wants a refund that the merchant sends. */
  upiId?: string | undefined
}

export interface DueRefunds {
  /** Of payments, the longest due first. */
  refundsDue: (Awaited<ReturnType<typeof listRefundsDue>>[number] & Destination)[]
  /** Of received returns. */
  returnsToRefund: (ReturnDue & Destination)[]
}

/** What the shop owes and has not started to send, with the UPI ids that shoppers gave. */
export async function readDueRefunds(tx: Transaction, tenantId: string): Promise<DueRefunds> {
  const payments = await listRefundsDue(tx, tenantId)
  const returns = await listReturnsDue(tx, tenantId)
  const orders = [...payments, ...returns.map(({ row }) => row)].map(({ orderNumber }) => orderNumber)
  const upiIds = await readUpiIds(tx, tenantId, orders)
  return {
    refundsDue: payments.map((one) => ({
      ...one,
      upiId: isSentByShop(one) ? upiIds.get(one.orderNumber) : undefined,
    })),
    returnsToRefund: returns.map((one) => ({ ...one, upiId: upiIds.get(one.row.orderNumber) })),
  }
}

/** A refund that a payment provider is asked for, and the payment that it sends back. */
export interface RefundInProgress {
  request: RefundRequest
  payment: PaymentRow
}

/** The refunds of the shop that providers still have to make, oldest first. */
export function readRefundsInProgress(tx: Transaction, tenantId: string): Promise<RefundInProgress[]> {
  return tx
    .select({ request: refundRequests, payment: payments })
    .from(refundRequests)
    .innerJoin(
      payments,
      and(eq(payments.tenantId, refundRequests.tenantId), eq(payments.id, refundRequests.paymentId)),
    )
    .where(
      and(eq(refundRequests.tenantId, tenantId), inArray(refundRequests.state, [...REFUNDS_IN_PROGRESS])),
    )
    .orderBy(asc(refundRequests.createdAt), asc(refundRequests.id))
}
