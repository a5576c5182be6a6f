import { and, eq, inArray } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { idempotencyKeys, orderReturns, orders, paymentLinks, users } from '../../db/schema.ts'
import { randomId } from '../../ids.ts'
import { removeAddresses } from '../delivery/addresses.ts'
import { ORDER_STATUS } from '../orders/status.ts'
import type { PaymentRow } from '../payments/find.ts'
import { listRefundsDue } from '../payments/refunds.ts'
import { revokeTokens } from './tokens.ts'

const OPEN_STATUSES = [ORDER_STATUS.pending, ORDER_STATUS.processing, ORDER_STATUS.shipped]
const ERASED_ADDRESS = { fullName: '', address: '', city: '', state: '', postalCode: '', phone: '' }

/**
 * Erases the personal data of an account for good and frees its e-mail; signing in and tracking by contact stop
 * working. Orders keep their items and payments for the shop's books. With open orders or due refunds it erases
 * nothing and returns both. ASVS 7.4.2
 */
export async function eraseAccount(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<{ openOrders: number; refundsDue: (PaymentRow & { due: number })[] }> {
  const ofUser = and(eq(orders.tenantId, tenantId), eq(orders.userId, userId))
  // Locks the orders, so that no payment settles concurrently.
  const placed = await tx
    .select({ number: orders.number, status: orders.status })
    .from(orders)
    .where(ofUser)
    .for('update')
  const openOrders = placed.filter(({ status }) => OPEN_STATUSES.some((one) => one === status)).length
  const numbers = placed.map(({ number }) => number)
  const refundsDue = numbers.length > 0 ? await listRefundsDue(tx, tenantId, numbers) : []
  if (openOrders > 0 || refundsDue.length > 0) return { openOrders, refundsDue }

  await tx
    .update(users)
    .set({ email: `erased-${randomId()}`, passwordHash: '', firstName: '', lastName: '' })
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
  // An empty text would match a tracking request with an empty contact.
  await tx
    .update(orders)
    .set({
      shippingAddress: ERASED_ADDRESS,
      contactEmail: `erased-${randomId()}`,
      contactPhone: '',
      attribution: null,
      shipment: null,
    })
    .where(ofUser)
  if (numbers.length > 0) {
    await tx
      .update(orderReturns)
      .set({ reason: '', note: null })
      .where(and(eq(orderReturns.tenantId, tenantId), inArray(orderReturns.orderNumber, numbers)))
  }
  if (numbers.length > 0) {
    await tx
      .delete(paymentLinks)
      .where(and(eq(paymentLinks.tenantId, tenantId), inArray(paymentLinks.orderNumber, numbers)))
  }
  await tx
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.tenantId, tenantId), eq(idempotencyKeys.userId, userId)))
  await removeAddresses(tx, tenantId, userId)
  await revokeTokens(tx, tenantId, userId)
  return { openOrders, refundsDue }
}
