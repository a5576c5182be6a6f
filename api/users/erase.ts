import { and, eq } from 'drizzle-orm'

import type { Transaction } from '../db/index.ts'
import { idempotencyKeys, orders, users } from '../db/schema.ts'
import { randomId } from '../ids.ts'
import { ORDER_STATUS } from '../orders/status.ts'
import type { PaymentRow } from '../payments/find.ts'
import { listRefundsDue } from '../payments/refunds.ts'
import { revokeTokens } from './tokens.ts'

const UNDER_WAY = [ORDER_STATUS.pending, ORDER_STATUS.processing, ORDER_STATUS.shipped]
const NOWHERE = { fullName: '', address: '', city: '', state: '', postalCode: '', phone: '' }

/**
 * Erases the personal data of an account for good: its e-mail is free again, and signing in or tracking its orders by a
 * contact is no longer possible. Orders keep what was bought and paid, which the shop's books need. Orders under way
 * need their address, and due refunds need their owner: with either, it returns both and erases nothing. ASVS 7.4.2
 */
export async function eraseAccount(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<{ ordersUnderWay: number; refundsDue: (PaymentRow & { due: number })[] }> {
  const ofUser = and(eq(orders.tenantId, tenantId), eq(orders.userId, userId))
  // Locked, so that no payment settles meanwhile.
  const placed = await tx
    .select({ number: orders.number, status: orders.status })
    .from(orders)
    .where(ofUser)
    .for('update')
  const ordersUnderWay = placed.filter(({ status }) => UNDER_WAY.some((one) => one === status)).length
  const numbers = placed.map(({ number }) => number)
  const refundsDue = numbers.length > 0 ? await listRefundsDue(tx, tenantId, numbers) : []
  if (ordersUnderWay > 0 || refundsDue.length > 0) return { ordersUnderWay, refundsDue }

  await tx
    .update(users)
    .set({ email: `erased-${randomId()}`, passwordHash: '', firstName: '', lastName: '' })
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
  // Not an empty text, which a request for tracking could contain.
  await tx
    .update(orders)
    .set({
      shippingAddress: NOWHERE,
      contactEmail: `erased-${randomId()}`,
      contactPhone: '',
      attribution: null,
    })
    .where(ofUser)
  await tx
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.tenantId, tenantId), eq(idempotencyKeys.userId, userId)))
  await revokeTokens(tx, tenantId, userId)
  return { ordersUnderWay, refundsDue }
}
