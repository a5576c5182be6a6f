import { and, asc, eq, inArray, isNotNull, lte, notInArray } from 'drizzle-orm'

import { enqueue, withTenant } from '../../db/index.ts'
import { payments } from '../../db/schema.ts'
import type { Tenant } from '../../tenant.ts'
import { checkPayment, type CheckOutcome } from './provider-reports.ts'
import type { PaymentRow } from './payment-rows.ts'
import type { Settling } from './settling.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** Interval of checks while the shopper may still pay in a UPI app. */
const RECENT_INTERVAL_MS = 20 * SECOND_MS
const RECENT_MS = 20 * MINUTE_MS
/** Wait after a call without a response. */
const RETRY_WAIT_MS = 5 * SECOND_MS
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS
/** Banks settle open payments within this time: a later report is final. */
const FINAL_AFTER_MS = 48 * 60 * MINUTE_MS
/** Give up on a provider without responses after this time. */
const GIVE_UP_MS = 96 * 60 * MINUTE_MS
/** Concurrent calls to a provider per shop. */
const BATCH_SIZE = 20
/** Payments per shop and pass: providers limit calls per minute. */
export const MAX_PER_SHOP = 100

export interface ReconcileOptions {
  isForced?: boolean
  limit?: number
  signal?: AbortSignal
}

export type PayingShop = Pick<Tenant, 'id' | 'paymentAccounts'>

/** Time of the first check of a payment that starts now. */
export function firstCheckAfter(now: Date): Date {
  return new Date(now.getTime() + RECENT_INTERVAL_MS)
}

/**
 * Checks payments of a shop that are Pending or declined: the due ones, or with `isForced` all Pending ones. A payment
 * is claimed by postponing its next check, under a lock that other nodes skip, so that one node checks it at a time
 * and a dead node blocks nothing. Returns the outcomes, until `signal` aborts. Stops when no payment of a batch gets
 * a response.
 */
export async function reconcileShop(
  services: Settling,
  shop: PayingShop,
  { isForced = false, limit = MAX_PER_SHOP, signal }: ReconcileOptions = {},
): Promise<CheckOutcome[]> {
  const outcomes: CheckOutcome[] = []
  const claimed = new Set<string>()
  while (outcomes.length < limit && !signal?.aborted) {
    const due = await claimDue(services, shop, {
      isForced,
      limit: Math.min(BATCH_SIZE, limit - outcomes.length),
      except: isForced ? [...claimed] : [],
    })
    for (const { id } of due) claimed.add(id)
    const batch = await Promise.all(due.map((payment) => checkClaimed(services, shop, payment, signal)))
    const checked = batch.filter((outcome) => outcome !== undefined)
    outcomes.push(...checked)
    if (due.length < BATCH_SIZE || !checked.some(isReported)) break
  }
  return outcomes
}

async function checkClaimed(
  services: Settling,
  shop: PayingShop,
  payment: PaymentRow,
  signal: AbortSignal | undefined,
): Promise<CheckOutcome | undefined> {
  if (signal?.aborted) return undefined
  const outcome = await checkPayment(services, shop, payment)
  const now = services.now().getTime()
  const age = now - payment.createdAt.getTime()
  if (isReported(outcome) && age >= FINAL_AFTER_MS) await setNextCheck(services, shop, payment.id, null)
  if (outcome === 'no response' && age < RECENT_MS) {
    await setNextCheck(services, shop, payment.id, new Date(now + RETRY_WAIT_MS))
  }
  return outcome
}

function isReported(outcome: CheckOutcome): boolean {
  return outcome !== 'no response' && outcome !== 'not checked'
}

async function claimDue(
  { db, now }: Settling,
  shop: PayingShop,
  { isForced, limit, except }: { isForced: boolean; limit: number; except: string[] },
): Promise<PaymentRow[]> {
  const time = now()
  const tenantId = shop.id
  return withTenant(db, tenantId, async (tx) => {
    const due = await tx
      .select()
      .from(payments)
      .where(
        and(
          isChecked(shop),
          isForced ? eq(payments.status, 'pending') : lte(payments.nextCheckAt, time),
          except.length > 0 ? notInArray(payments.id, except) : undefined,
        ),
      )
      .orderBy(asc(payments.nextCheckAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    const next = new Map<number, Date>()
    for (const { id, createdAt, checks } of due) {
      const nextCheckAt = nextCheck(time, createdAt)
      if (nextCheckAt) next.set(nextCheckAt.getTime(), nextCheckAt)
      await tx
        .update(payments)
        .set({ checks: checks + 1, nextCheckAt })
        .where(and(eq(payments.tenantId, tenantId), eq(payments.id, id)))
    }
    for (const at of next.values()) await enqueue(tx, 'payments', { tenantId }, at)
    return due
  })
}

/** Includes declined payments: a bank may still let one succeed. */
export function isChecked({ id, paymentAccounts = [] }: PayingShop) {
  const names = paymentAccounts.map(({ provider }) => provider)
  return and(
    eq(payments.tenantId, id),
    isNotNull(payments.nextCheckAt),
    inArray(payments.status, ['pending', 'declined']),
    inArray(payments.provider, names),
  )
}

async function setNextCheck(
  { db }: Settling,
  shop: PayingShop,
  id: string,
  nextCheckAt: Date | null,
): Promise<void> {
  await withTenant(db, shop.id, async (tx) => {
    await tx
      .update(payments)
      .set({ nextCheckAt })
      .where(and(isChecked(shop), eq(payments.id, id)))
    if (nextCheckAt) await enqueue(tx, 'payments', { tenantId: shop.id }, nextCheckAt)
  })
}

/** Every 20 seconds for a recent payment, then at intervals equal to its age, until `GIVE_UP_MS`. */
function nextCheck(now: Date, createdAt: Date): Date | null {
  const age = now.getTime() - createdAt.getTime()
  const wait = age < RECENT_MS ? RECENT_INTERVAL_MS : Math.min(age, LONGEST_WAIT_MS)
  return age >= GIVE_UP_MS ? null : new Date(now.getTime() + wait)
}
