import { and, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orders } from '../../db/schema.ts'
import { isOpen, toOrder } from '../orders/lifecycle/order-rules.ts'
import { isUndecided } from '../orders/lifecycle/return-rules.ts'
import { readReturns, type ReturnRow } from '../orders/returns.ts'
import type { PaymentRow } from '../payments/payment-rows.ts'
import { listOwed } from '../payments/refunds.ts'
import { listReturnsDue, type ReturnDue } from '../payments/return-money.ts'
import { tellWebhooks } from '../shop-messages/tell-webhooks.ts'
import { erasePersonalData, findPerson, isOrderOf, type PersonName } from './personal-data.ts'

/** What became of an erasure: obligations of the shop to the person, any of which prevents it. */
interface Erasure {
  isErased: boolean
  openOrders: number
  openReturns: ReturnRow[]
  refundsDue: (PaymentRow & { due: number })[]
  returnsDue: ReturnDue[]
}

/**
 * Erases the personal data of a person for good and frees the e-mail of the account; signing in and tracking by contact stop
 * working. Orders keep their items and payments for the shop's books. With open orders or returns, or due refunds, it
 * erases nothing and returns them. ASVS 7.4.2
 */
export async function erasePerson(
  tx: Transaction,
  tenantId: string,
  who: PersonName,
  now: Date,
): Promise<Erasure> {
  // Locks the orders, so that no payment settles and no return is asked for concurrently.
  const placed = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), isOrderOf(tenantId, who)))
    .for('update')
  const openOrders = placed.filter((order) => isOpen(toOrder(order))).length
  const person = await findPerson(tx, tenantId, who)
  const returns = [...(await readReturns(tx, tenantId, person.orderNumbers)).values()].flat()
  const openReturns = returns.filter(({ status }) => isUndecided(status))
  const refundsDue = await listOwed(tx, tenantId, person.orderNumbers)
  const returnsDue = await listReturnsDue(tx, tenantId, person.orderNumbers)
  const isErased = openOrders + openReturns.length + refundsDue.length + returnsDue.length === 0
  if (isErased) {
    await erasePersonalData(tx, person)
    if ('userId' in who) {
      await tellWebhooks(tx, { tenantId, kind: 'account.erased', subject: who.userId, now })
    }
  }
  return { isErased, openOrders, openReturns, refundsDue, returnsDue }
}
