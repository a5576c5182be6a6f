import { readTenant, withTenant, type Transaction } from '../../db/index.ts'
import { clientNetwork } from '../../http/addresses.ts'
import type { AppContext } from '../../http/context.ts'
import { ApiError } from '../../errors.ts'
import { readSession } from '../users/session.ts'
import { parseOrderNumber } from '../../ids.ts'
import { isContactOf } from './contact.ts'
import { findOrder, trackOrder, type OrderRow, type OrderWithItems } from './read.ts'

const CONTACT_MAX = 254

/** Stand-in for a missing order, so that both cases do the same work. */
const NO_ORDER = { contactEmail: '', contactPhone: '' }

type Use<T> = (tx: Transaction, order: OrderWithItems) => Promise<T>

const notFound = () => new ApiError(404, 'Order not found or access denied')

/**
 * Calls `use` with the order of the path for a caller who knows its e-mail or phone. Counts wrong contacts.
 * SECURITY.md#tracking-guesses
 * @throws {ApiError} 404 no order with this number and contact
 */
export async function withContact<T>(c: AppContext, contactInfo: string, use: Use<T>): Promise<T> {
  const { db, rateLimits, contactChecks } = c.get('services')
  const tenantId = c.get('tenant').id
  const caller = [tenantId, clientNetwork(c)]
  await rateLimits.trackingByAddress.consume(caller)
  const number = parseOrderNumber(c.req.param('orderId') ?? '')
  const contact = contactInfo.slice(0, CONTACT_MAX)

  const attempts = [
    { limit: rateLimits.wrongTrackingByAddress, key: caller },
    ...(number
      ? [
          { limit: rateLimits.wrongContactByAddress, key: [...caller, number] },
          { limit: rateLimits.wrongContact, key: [tenantId, number] },
        ]
      : []),
  ]
  const order = await contactChecks(async () => {
    for (const { limit, key } of attempts) await limit.consume(key)
    const found = await withTenant(db, tenantId, (tx) =>
      trackOrder(tx, tenantId, number ?? '', (row) => isContactOf(row ?? NO_ORDER, contact)),
    )
    if (found) for (const { limit, key } of attempts) await limit.undo(key)
    return found
  })
  if (!order) throw notFound()
  return withTenant(db, tenantId, (tx) => use(tx, order))
}

/**
 * Calls `use` with the order of the path, for its account or for a caller who gives `contactInfo`.
 * @throws {ApiError} 401 neither token nor contact, 404 no such order of this account or with this contact
 */
export async function withOrder<T>(
  c: AppContext,
  contactInfo: string | undefined,
  use: (tx: Transaction, order: OrderWithItems, isOwner: boolean) => Promise<T>,
): Promise<T> {
  if (contactInfo !== undefined) return withContact(c, contactInfo, (tx, order) => use(tx, order, false))
  const session = await readSession(c)
  if (!session) throw new ApiError(401, 'Please sign in.', { 'www-authenticate': 'Bearer' })
  const number = parseOrderNumber(c.req.param('orderId') ?? '') ?? ''
  const tenantId = c.get('tenant').id
  return withTenant(c.get('services').db, tenantId, async (tx) => {
    const order = await trackOrder(tx, tenantId, number, (row) => row?.userId === session.user.id)
    if (!order) throw notFound()
    return use(tx, order, true)
  })
}

/**
 * The order of this account.
 * @throws {ApiError} 404 the account has no such order
 */
export async function findOwnOrder(c: AppContext, typed: string, userId: string): Promise<OrderRow> {
  const tenantId = c.get('tenant').id
  const number = parseOrderNumber(typed)
  const order =
    number && (await readTenant(c.get('services').db, tenantId, (tx) => findOrder(tx, tenantId, number)))
  if (!order || order.userId !== userId) throw new ApiError(404, 'Order not found')
  return order
}
