import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'

import { withTenant } from '../db/index.ts'
import { payments } from '../db/schema.ts'
import { listPayingShops } from '../tenants/find.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { checkPayment, type CheckOutcome } from './check.ts'
import type { PaymentRow } from './find.ts'
import type { Settling } from './report.ts'

const MINUTE_MS = 60_000
const FIRST_CHECK_MS = 2 * MINUTE_MS
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS
/** Banks settle what was left open within this time: what a gateway says after it is the last word. */
const LAST_WORD_MS = 48 * 60 * MINUTE_MS
/** A gateway that gives no answer is asked for so long. */
const GIVE_UP_MS = 96 * 60 * MINUTE_MS
const AT_ONCE_OF_SHOP = 20

/** When a payment that begins now is looked after first. */
export function firstCheckAfter(now: Date): Date {
  return new Date(now.getTime() + FIRST_CHECK_MS)
}

/**
 * Asks the gateways about payments of a shop that are left Pending: those that are due, or with `isEarly` all that
 * are still looked after. A payment is claimed by putting its next check off, under a lock that other nodes skip, so
 * that one node asks at a time and a node that dies holds nothing up. Gives what came of each payment, up to `signal`.
 */
export async function reconcileShop(
  services: Settling,
  shop: Pick<Tenant, 'id' | 'paymentAccounts'>,
  options: { isEarly?: boolean; limit?: number; signal?: AbortSignal } = {},
): Promise<CheckOutcome[]> {
  const outcomes: CheckOutcome[] = []
  for (const payment of await claimDue(services, shop, options)) {
    if (options.signal?.aborted) break
    const outcome = await checkPayment(services, shop, payment)
    const isLast = services.now().getTime() - payment.createdAt.getTime() >= LAST_WORD_MS
    if (isLast && outcome !== 'no answer') await stopChecking(services, shop.id, payment.id)
    outcomes.push(outcome)
  }
  return outcomes
}

/** `reconcileShop` for every shop with an account at a gateway. */
export async function reconcileAll(services: Settling, signal: AbortSignal): Promise<void> {
  for (const shop of await listPayingShops(services.db)) {
    if (signal.aborted) return
    await reconcileShop(services, shop, { signal })
  }
}

async function claimDue(
  { db, now }: Settling,
  { id: tenantId, paymentAccounts = [] }: Pick<Tenant, 'id' | 'paymentAccounts'>,
  { isEarly = false, limit = AT_ONCE_OF_SHOP }: { isEarly?: boolean; limit?: number },
): Promise<PaymentRow[]> {
  const time = now()
  const names = paymentAccounts.map(({ provider }) => provider)
  if (names.length === 0) return []
  return withTenant(db, tenantId, async (tx) => {
    const due = await tx
      .select()
      .from(payments)
      .where(
        and(
          eq(payments.tenantId, tenantId),
          isEarly ? isNotNull(payments.nextCheckAt) : lte(payments.nextCheckAt, time),
          eq(payments.status, 'pending'),
          inArray(payments.provider, names),
        ),
      )
      .orderBy(asc(payments.nextCheckAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    for (const { id, createdAt, checks } of due) {
      await tx
        .update(payments)
        .set({ checks: checks + 1, nextCheckAt: nextCheck(time, createdAt, checks) })
        .where(and(eq(payments.tenantId, tenantId), eq(payments.id, id)))
    }
    return due
  })
}

async function stopChecking({ db }: Settling, tenantId: string, id: string): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    tx
      .update(payments)
      .set({ nextCheckAt: null })
      .where(and(eq(payments.tenantId, tenantId), eq(payments.id, id))),
  )
}

/** Twice as long after every check, until the gateway is given up. */
function nextCheck(now: Date, createdAt: Date, checks: number): Date | null {
  const wait = Math.min(FIRST_CHECK_MS * 2 ** (checks + 1), LONGEST_WAIT_MS)
  const next = new Date(now.getTime() + wait)
  return now.getTime() - createdAt.getTime() >= GIVE_UP_MS ? null : next
}
