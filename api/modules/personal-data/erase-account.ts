import { and, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders } from '../../db/schema.ts'
import { isOpen, toOrder } from '../orders/lifecycle/order-rules.ts'
import { isUndecided } from '../orders/lifecycle/return-rules.ts'
import { readReturns, type ReturnRow } from '../orders/returns.ts'
import type { PaymentRow } from '../payments/payment-rows.ts'
import { listReturnsDue, type ReturnDue } from '../payments/refund-return.ts'
import { listRefundsDue } from '../payments/refunds.ts'
import { erasePersonalData, findPerson } from './personal-data.ts'

/** Obligations of the shop to the person; an account with any of them is not erased. */
interface OpenMatters {
  openOrders: number
  openReturns: ReturnRow[]
  refundsDue: (PaymentRow & { due: number })[]
  returnsDue: ReturnDue[]
}

/**
 * Erases the personal data of an account for good and frees its e-mail; signing in and tracking by contact stop
 * working. Orders keep their items and payments for the shop's books. With open orders or returns, or due refunds, it
 * erases nothing and returns them. ASVS 7.4.2
 */
export async function eraseAccount(tx: Transaction, tenantId: string, userId: string): Promise<OpenMatters> {
  // Locks the orders, so that no payment settles and no return is asked for concurrently.
  const placed = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.userId, userId)))
    .for('update')
  const openOrders = placed.filter((order) => isOpen(toOrder(order))).length
  const person = await findPerson(tx, tenantId, userId)
  const returns = [...(await readReturns(tx, tenantId, person.orderNumbers)).values()].flat()
  const openReturns = returns.filter(({ status }) => isUndecided(status))
  const refundsDue = await listRefundsDue(tx, tenantId, person.orderNumbers)
  const returnsDue = (await listReturnsDue(tx, tenantId)).filter(({ row }) =>
    person.orderNumbers.includes(row.orderNumber),
  )
  const open = openOrders + openReturns.length + refundsDue.length + returnsDue.length
  if (open === 0) await erasePersonalData(tx, person)
  return { openOrders, openReturns, refundsDue, returnsDue }
}
