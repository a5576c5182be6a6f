import { and, asc, eq, inArray } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { refundRequests } from '../../db/schema.ts'
import {
  changePayment,
  recordEvents,
  writeMoney,
  type ChangeContext,
  type LockedOrder,
} from './change-order.ts'
import {
  REFUND_TRANSITIONS,
  REFUNDS_IN_PROGRESS,
  type PaymentFacts,
  type RefundChange,
} from './lifecycle/money-rules.ts'
import { nextState } from './lifecycle/transition.ts'

export type RefundRequest = typeof refundRequests.$inferSelect

/** The refunds that providers are asked for and have not made, oldest first; of all payments, or of these. */
export async function listRefundsInProgress(
  tx: Transaction,
  tenantId: string,
  paymentIds?: readonly string[],
): Promise<RefundRequest[]> {
  return tx
    .select()
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.tenantId, tenantId),
        inArray(refundRequests.state, [...REFUNDS_IN_PROGRESS]),
        paymentIds && inArray(refundRequests.paymentId, [...paymentIds]),
      ),
    )
    .orderBy(asc(refundRequests.createdAt), asc(refundRequests.id))
}

/** Whether a provider is asked for the money of this return, and has not sent it back. */
export async function isReturnBeingRefunded(
  tx: Transaction,
  tenantId: string,
  returnId: string,
): Promise<boolean> {
  const requests = await listRefundsInProgress(tx, tenantId)
  return requests.some((request) => request.returnId === returnId)
}

/** Why the last refund of each of these payments failed, for the merchant. */
export async function readFailures(
  tx: Transaction,
  tenantId: string,
  paymentIds: readonly string[],
): Promise<Map<string, string>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.tenantId, tenantId),
        eq(refundRequests.state, 'failed'),
        inArray(refundRequests.paymentId, [...paymentIds]),
      ),
    )
    .orderBy(asc(refundRequests.endedAt))
  return new Map(rows.map(({ paymentId, error }) => [paymentId, error ?? '']))
}

/** Records that a provider is to be asked for a refund of the order's payment, which is due from now. */
export async function startRefund(
  tx: Transaction,
  order: LockedOrder,
  payment: PaymentFacts & { id: string },
  refund: { id: string; amount: number; returnId?: string | undefined },
  by: ChangeContext,
): Promise<void> {
  const { tenantId } = order
  const times = { createdAt: by.now, nextCheckAt: by.now }
  await tx.insert(refundRequests).values({ tenantId, paymentId: payment.id, ...refund, ...times })
  const after = { ...payment, inProgress: payment.inProgress + refund.amount }
  await writeMoney(tx, order, payment, after, by.now)
  await recordEvents(tx, order, by, [{ kind: 'refund.started', subject: payment.id }])
}

/** Changes a refund in progress, and `columns` with it. Returns `false` where the rules refuse it. */
export async function changeRefund(
  tx: Transaction,
  order: LockedOrder,
  payment: PaymentFacts & { id: string },
  request: RefundRequest,
  change: RefundChange,
  by: ChangeContext,
  columns: Partial<Pick<RefundRequest, 'reference' | 'error' | 'nextCheckAt'>> = {},
): Promise<boolean> {
  const state = nextState(REFUND_TRANSITIONS[change], request.state, by.actor)
  if (state === undefined) return false
  const { tenantId } = order
  const isOver = state === 'made' || state === 'failed'
  await tx
    .update(refundRequests)
    .set({ ...columns, state, ...(isOver && { endedAt: by.now, nextCheckAt: null }) })
    .where(and(eq(refundRequests.tenantId, tenantId), eq(refundRequests.id, request.id)))
  if (state === 'made') {
    const { amount } = request
    const isRest = payment.refunded + amount === payment.amount
    const reference = columns.reference ?? request.reference ?? request.id
    return changePayment(tx, order, payment, isRest ? 'refund the rest' : 'refund in part', by, {
      refund: { amount, reference, request: request.id },
    })
  }
  if (state === 'failed') {
    const after = { ...payment, inProgress: payment.inProgress - request.amount }
    await writeMoney(tx, order, payment, after, by.now)
    await recordEvents(tx, order, by, [{ kind: 'refund.failed', subject: payment.id }])
  }
  return true
}
