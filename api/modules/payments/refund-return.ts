import type { Transaction } from '../../db/index.ts'
import { formatOrderNumber } from '../../ids.ts'
import { formatRupees } from '../../rupees.ts'
import { lockReturn, refuseWhileRefunded, ReturnError, type ReturnRow } from '../orders/returns.ts'
import { recordRefund } from './refunds.ts'
import { readReturnMoney, remainingOf } from './return-money.ts'

export interface RefundedReturn {
  row: ReturnRow
  paymentId: string
  amountPaise: number
}

/**
 * Records the refund of a received return, of what its pieces cost or of `amountPaise`, on a payment of its order.
 * @throws {ReturnError} there is no such return, it is not received, its refund is in progress, or its order has not enough
 * money
 * @throws {RefundError} the reference is already recorded
 */
export async function refundReturn(
  tx: Transaction,
  tenantId: string,
  options: { id: string; reference: string; amountPaise?: number | undefined; now: Date },
): Promise<RefundedReturn> {
  const { id, reference, now } = options
  const { row, paymentId, amountPaise } = await findReturnPayment(tx, tenantId, options)
  await recordRefund(tx, tenantId, { named: paymentId, reference, amountPaise, returnId: id, now })
  return { row: { ...row, status: 'refunded' }, paymentId, amountPaise }
}

/**
 * The payment by which a received return is refunded, and the amount.
 * @throws {ReturnError} there is no such return, it is not received, its refund is in progress, or its order has not enough
 * money
 */
async function findReturnPayment(
  tx: Transaction,
  tenantId: string,
  { id, amountPaise: wanted }: { id: string; amountPaise?: number | undefined },
): Promise<RefundedReturn> {
  const { order, row } = await lockReturn(tx, tenantId, id)
  const shown = formatOrderNumber(order.number)
  if (row.status !== 'received') throw new ReturnError(notReceivedSentence(row, shown))
  await refuseWhileRefunded(tx, row)
  const { value, paid } = await readReturnMoney(tx, tenantId, row)
  const amountPaise = wanted ?? value
  if (paid.length === 0) {
    throw new ReturnError(`Nothing was received for order ${shown}, so nothing goes back for return ${id}.`)
  }
  const payment = paid.find((one) => remainingOf(one) >= amountPaise)
  if (!payment) {
    const most = Math.max(...paid.map(remainingOf))
    throw new ReturnError(
      `Only ${formatRupees(most)} of a payment of order ${shown} can go back, not ${formatRupees(amountPaise)}. Give the amount with --amount.`,
    )
  }
  return { row, paymentId: payment.id, amountPaise }
}

function notReceivedSentence({ id, status }: ReturnRow, order: string): string {
  const next =
    status === 'accepted' ? ' When its pieces are back, record that with: store returns received' : ''
  return `Return ${id} of order ${order} is ${status}. Only a received one is refunded.${next}`
}
