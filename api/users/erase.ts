import { and, eq, inArray } from 'drizzle-orm'

import type { Transaction } from '../db/index.ts'
import { idempotencyKeys, orders, users } from '../db/schema.ts'
import { randomId } from '../ids.ts'
import { ORDER_STATUS } from '../orders/status.ts'
import { revokeTokens } from './tokens.ts'

const UNDER_WAY = [ORDER_STATUS.pending, ORDER_STATUS.processing, ORDER_STATUS.shipped]
const NOWHERE = { fullName: '', address: '', city: '', state: '', postalCode: '', phone: '' }

/**
 * Forgets who an account belongs to, for good: its e-mail is free again, nobody can sign in or track its orders by a
 * contact. Orders stay with what was bought and paid, which the shop's books need. Gives how many orders are under way
 * and need their address; above 0, nothing was erased. ASVS 7.4.2
 */
export async function eraseAccount(tx: Transaction, tenantId: string, userId: string): Promise<number> {
  const ofUser = and(eq(orders.tenantId, tenantId), eq(orders.userId, userId))
  const underWay = await tx
    .select({ number: orders.number })
    .from(orders)
    .where(and(ofUser, inArray(orders.status, UNDER_WAY)))
  if (underWay.length > 0) return underWay.length

  await tx
    .update(users)
    .set({ email: `erased-${randomId()}`, passwordHash: '', firstName: '', lastName: '' })
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
  // Not an empty text, which somebody could type.
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
  return 0
}
