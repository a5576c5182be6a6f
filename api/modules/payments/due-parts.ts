import type { Transaction } from '../../db/index.ts'
import type { SettledPayment } from '../orders/order-money.ts'
import { listReturnsDue, remainingOf } from './return-money.ts'

/** A part of a payment that goes back. */
export interface RefundPart {
  payment: SettledPayment
  amount: number
  returnId?: string
}

/** All that is due of the payments of an order, and then what its received returns cost. */
export async function listDueParts(
  tx: Transaction,
  tenantId: string,
  orderNumber: string,
  settled: readonly SettledPayment[],
): Promise<RefundPart[]> {
  const due = settled
    .filter((payment) => payment.status === 'refund due' && remainingOf(payment) > 0)
    .map((payment) => ({ payment, amount: remainingOf(payment) }))
  const returns = await listReturnsDue(tx, tenantId, [orderNumber])
  const left = new Map(settled.map((payment) => [payment.id, remainingOf(payment)]))
  const ofReturns = returns.flatMap(({ row, due: amount }) => {
    const payment = settled.find((one) => one.status === 'paid' && (left.get(one.id) ?? 0) >= amount)
    if (!payment) return []
    left.set(payment.id, (left.get(payment.id) ?? 0) - amount)
    return [{ payment, amount, returnId: row.id }]
  })
  return [...due, ...ofReturns]
}
