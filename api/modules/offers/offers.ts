import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { offers, orders } from '../../db/schema.ts'
import { ORDER_STATUS } from '../orders/lifecycle/order-rules.ts'
import { NO_OFFERS, type Offer, type OfferRows, type OfferUses } from './apply-offers.ts'
import { normalizeOfferCode } from './offer-code.ts'

const isCounted = ne(orders.status, ORDER_STATUS.cancelled)

/**
 * Reads the offers with the code and the automatic ones, and counts their orders. With `isOrder`, limited offers are locked
 * in the order of their ids, so that simultaneous orders do not use one more often than its number.
 */
export async function readOffers(
  tx: Transaction,
  tenantId: string,
  {
    code,
    userId,
    isOrder = false,
  }: { code: string | undefined; userId: string | undefined; isOrder?: boolean },
): Promise<OfferRows> {
  const isAutomatic = and(isNull(offers.code), isNull(offers.stoppedAt))
  const isWanted = and(
    eq(offers.tenantId, tenantId),
    or(isAutomatic, code === undefined ? undefined : eq(offers.code, code)),
  )
  const read = () => tx.select().from(offers).where(isWanted).orderBy(asc(offers.id))
  let found = await read()
  if (found.length === 0) return NO_OFFERS
  if (isOrder && found.some(({ maxUses }) => maxUses !== null)) {
    await tx
      .select({ id: offers.id })
      .from(offers)
      .where(and(isWanted, isNotNull(offers.maxUses)))
      .orderBy(asc(offers.id))
      .for('update')
    found = await read()
  }
  const ids = found.map(({ id }) => id)
  return {
    offers: found,
    uses: await countUses(tx, tenantId, ids, userId),
    hasOrdered: userId !== undefined && (await hasOrdered(tx, tenantId, userId)),
  }
}

/** Orders with these offers that are not cancelled, by offer id. */
async function countUses(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
  userId: string | undefined,
): Promise<Map<string, OfferUses>> {
  const own = userId === undefined ? sql`0` : sql`count(*) filter (where ${orders.userId} = ${userId})`
  const rows = await tx
    .select({ id: orders.offerId, all: sql`count(*)`.mapWith(Number), own: own.mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), inArray(orders.offerId, [...ids]), isCounted))
    .groupBy(orders.offerId)
  return new Map(rows.map(({ id, all, own: ofAccount }) => [id ?? '', { all, own: ofAccount }]))
}

async function hasOrdered(tx: Transaction, tenantId: string, userId: string): Promise<boolean> {
  const [order] = await tx
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.userId, userId), isCounted))
    .limit(1)
  return order !== undefined
}

/** The offers of a shop, newest first, each with its orders that are not cancelled and their discounts in paise. */
export async function listOffers(
  tx: Transaction,
  tenantId: string,
): Promise<(Offer & { uses: number; given: number })[]> {
  const rows = await tx
    .select({
      offer: offers,
      uses: sql`count(${orders.number})`.mapWith(Number),
      given: sql`coalesce(sum(${orders.discount}), 0)`.mapWith(Number),
    })
    .from(offers)
    .leftJoin(orders, and(eq(orders.tenantId, offers.tenantId), eq(orders.offerId, offers.id), isCounted))
    .where(eq(offers.tenantId, tenantId))
    .groupBy(offers.tenantId, offers.id)
    .orderBy(desc(offers.createdAt), desc(offers.id))
  return rows.map(({ offer, ...counts }) => ({ ...offer, ...counts }))
}

/** Adds an offer; false where a running one has its code. */
export async function addOffer(
  tx: Transaction,
  tenantId: string,
  offer: Omit<typeof offers.$inferInsert, 'tenantId'>,
): Promise<boolean> {
  const added = await tx
    .insert(offers)
    .values({ ...offer, tenantId })
    .onConflictDoNothing()
    .returning({ id: offers.id })
  return added.length > 0
}

/** Stops the running offer with this id or code. */
export async function stopOffer(
  tx: Transaction,
  tenantId: string,
  named: string,
  now: Date,
): Promise<Offer | undefined> {
  const isNamed = or(
    eq(offers.id, named.trim().toUpperCase()),
    eq(offers.code, normalizeOfferCode(named) ?? ''),
  )
  const [stopped] = await tx
    .update(offers)
    .set({ stoppedAt: now })
    .where(and(eq(offers.tenantId, tenantId), isNamed, isNull(offers.stoppedAt)))
    .returning()
  return stopped
}
