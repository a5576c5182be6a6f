import type { Transaction } from '../../db/index.ts'
import { formatOrderNumber } from '../../ids.ts'
import { formatRupees } from '../../rupees.ts'
import { changeReturn } from '../orders/change-order.ts'
import { listSettled, type SettledPayment } from '../orders/order-money.ts'
import { findOrder } from '../orders/read.ts'
import {
  listReturns,
  lockReturn,
  readReturns,
  ReturnError,
  valueOfReturn,
  type ReturnRow,
} from '../orders/returns.ts'
import { recordRefund } from './refunds.ts'

export interface ReturnDue {
  row: ReturnRow
  /** Paise. */
  due: number
}

/** Received returns whose money the shop still owes, oldest first. Of an order that was never paid, nothing is owed. */
export async function listReturnsDue(tx: Transaction, tenantId: string): Promise<ReturnDue[]> {
  const due: ReturnDue[] = []
  for (const row of await listReturns(tx, tenantId, 'received')) {
    const { value, paid } = await readReturnMoney(tx, tenantId, row)
    if (paid.length > 0) due.push({ row, due: Math.min(value, Math.max(...paid.map(remainingOf))) })
  }
  return due.filter((one) => one.due > 0)
}

export interface RefundedReturn {
  row: ReturnRow
  paymentId: string
  amountPaise: number
}

/**
 * Records the refund of a received return, of what its pieces cost or of `amountPaise`, on a payment of its order.
 * @throws {ReturnError} there is no such return, it is not received, or its order has not enough money
 * @throws {RefundError} the reference is already recorded
 */
export async function refundReturn(
  tx: Transaction,
  tenantId: string,
  options: { id: string; reference: string; amountPaise?: number | undefined; now: Date },
): Promise<RefundedReturn> {
  const { id, reference, now } = options
  const { order, row } = await lockReturn(tx, tenantId, id)
  const shown = formatOrderNumber(order.number)
  const changed = await changeReturn(tx, order, row, 'refund', { actor: 'merchant', now })
  if (!changed) throw new ReturnError(notReceivedSentence(row, shown))
  const { value, paid } = await readReturnMoney(tx, tenantId, row)
  const amountPaise = options.amountPaise ?? value
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
  await recordRefund(tx, tenantId, { named: payment.id, reference, amountPaise, now })
  return { row: changed.row, paymentId: payment.id, amountPaise }
}

function notReceivedSentence({ id, status }: ReturnRow, order: string): string {
  const next =
    status === 'accepted' ? ' When its pieces are back, record that with: store returns received' : ''
  return `Return ${id} of order ${order} is ${status}. Only a received one is refunded.${next}`
}

/** What the pieces of a return cost, and the payments that its order keeps. */
async function readReturnMoney(
  tx: Transaction,
  tenantId: string,
  row: ReturnRow,
): Promise<{ value: number; paid: SettledPayment[] }> {
  const { orderNumber } = row
  const items = (await findOrder(tx, tenantId, orderNumber))?.items ?? []
  const returns = (await readReturns(tx, tenantId, [orderNumber])).get(orderNumber) ?? []
  const settled = await listSettled(tx, tenantId, [orderNumber])
  return {
    value: valueOfReturn(items, row, returns),
    paid: settled.filter(({ status, currency }) => status === 'paid' && currency === 'INR'),
  }
}

function remainingOf({ amount, refunded }: SettledPayment): number {
  return amount - refunded
}
