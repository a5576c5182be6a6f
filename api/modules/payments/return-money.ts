import type { Transaction } from '../../db/index.ts'
import { changeReturn, type ChangeContext, type LockedOrder } from '../orders/change-order.ts'
import { isInRupees, listSettled, type SettledPayment } from '../orders/order-money.ts'
import { findOrder } from '../orders/read.ts'
import { listRefundsInProgress } from '../orders/refund-requests.ts'
import { listReturns, readReturns, valueOfReturn, type ReturnRow } from '../orders/returns.ts'

export interface ReturnDue {
  row: ReturnRow
  /** Paise. */
  due: number
}

/**
 * Received returns, of all orders or of these, whose money the shop still owes, oldest first, without those whose refund is
 * in progress. Of an order that was never paid, nothing is owed.
 */
export async function listReturnsDue(
  tx: Transaction,
  tenantId: string,
  orderNumbers?: readonly string[],
): Promise<ReturnDue[]> {
  const requests = await listRefundsInProgress(tx, tenantId)
  const due: ReturnDue[] = []
  for (const row of await listReturns(tx, tenantId, { statuses: ['received'], orderNumbers })) {
    if (requests.some(({ returnId }) => returnId === row.id)) continue
    const { value, paid } = await readReturnMoney(tx, tenantId, row)
    if (paid.length > 0) due.push({ row, due: Math.min(value, Math.max(...paid.map(remainingOf))) })
  }
  return due.filter((one) => one.due > 0)
}

/** What the pieces of a return cost, and the payments that its order keeps. */
export async function readReturnMoney(
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
    paid: settled.filter((payment) => payment.status === 'paid' && isInRupees(payment)),
  }
}

/** What can still be refunded of a payment, in paise. */
export function remainingOf({ amount, refunded, inProgress }: SettledPayment): number {
  return amount - refunded - inProgress
}

/**
 * Ends the received returns of an order that a refund pays: the named one, else the oldest ones that cost no more together
 * than was refunded. A refund of all that was left of the payment ends all of them.
 */
export async function closeReturns(
  tx: Transaction,
  order: LockedOrder,
  refund: { amountPaise: number; isRest: boolean; returnId?: string | null | undefined },
  by: ChangeContext,
): Promise<void> {
  const { tenantId, number } = order
  const returns = (await readReturns(tx, tenantId, [number])).get(number) ?? []
  const received = returns.filter(({ status }) => status === 'received')
  if (refund.returnId) {
    const named = received.find(({ id }) => id === refund.returnId)
    if (named) await changeReturn(tx, order, named, 'refund', by)
    return
  }
  if (received.length === 0) return
  const requests = await listRefundsInProgress(tx, tenantId)
  const { items } = (await findOrder(tx, tenantId, number)) ?? { items: [] }
  let left = refund.amountPaise
  for (const row of received) {
    const value = valueOfReturn(items, row, returns)
    const isRequested = requests.some(({ returnId }) => returnId === row.id)
    if (isRequested || (value > left && !refund.isRest)) continue
    left -= value
    await changeReturn(tx, order, row, 'refund', by)
  }
}
