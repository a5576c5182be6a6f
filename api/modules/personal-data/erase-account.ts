import { and, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders } from '../../db/schema.ts'
import { readReturns, type ReturnRow } from '../orders/returns.ts'
import { ORDER_STATUS } from '../orders/status.ts'
import type { PaymentRow } from '../payments/payment-rows.ts'
import { listRefundsDue } from '../payments/refunds.ts'
import { erasePersonalData, findPerson } from './personal-data.ts'

const OPEN_STATUSES = [ORDER_STATUS.pending, ORDER_STATUS.processing, ORDER_STATUS.shipped]

/** What the shop still owes the person; an account with any of it is not erased. */
interface OpenMatters {
  openOrders: number
  openReturns: ReturnRow[]
  refundsDue: (PaymentRow & { due: number })[]
}

/**
 * Erases the personal data of an account for good and frees its e-mail; signing in and tracking by contact stop
 * working. Orders keep their items and payments for the shop's books. With open orders or returns, or due refunds, it
 * erases nothing and returns them. ASVS 7.4.2
 */
export async function eraseAccount(tx: Transaction, tenantId: string, userId: string): Promise<OpenMatters> {
  // Locks the orders, so that no payment settles and no return is asked for concurrently.
  const placed = await tx
    .select({ status: orders.status })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.userId, userId)))
    .for('update')
  const openOrders = placed.filter(({ status }) => OPEN_STATUSES.some((one) => one === status)).length
  const person = await findPerson(tx, tenantId, userId)
  const returns = [...(await readReturns(tx, tenantId, person.orderNumbers)).values()].flat()
  const openReturns = returns.filter(({ status }) => status === 'requested')
  const refundsDue = await listRefundsDue(tx, tenantId, person.orderNumbers)
  if (openOrders + openReturns.length + refundsDue.length === 0) await erasePersonalData(tx, person)
  return { openOrders, openReturns, refundsDue }
}
