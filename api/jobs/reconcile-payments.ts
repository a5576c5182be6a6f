import pLimit from 'p-limit'

import { enqueue, withTenant } from '../db/index.ts'
import { checkDueRefunds } from '../modules/payments/check-refunds.ts'
import { MAX_PER_SHOP, reconcileShop, type PayingShop } from '../modules/payments/reconcile.ts'
import type { Settling } from '../modules/payments/settling.ts'
import { listPayingShops } from '../modules/tenants/find.ts'

/** Shops checked concurrently, so that a provider that is down does not block the others. */
const SHOP_CONCURRENCY = 4
/** Pause between two passes over the payments of one shop. */
const PAUSE_MS = 5000

/** Checks the due payments of all shops with a provider account, also those whose job was lost. */
export async function reconcilePayments(services: Settling, signal: AbortSignal): Promise<void> {
  const shops = await listPayingShops(services.db)
  const checks = pLimit(SHOP_CONCURRENCY)
  const ends = await Promise.allSettled(
    shops.map((shop) => checks(() => checkDuePayments(services, shop, signal))),
  )
  // The other shops are checked before the failure of one fails the job.
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
}

/** Checks the refunds in progress of a shop and its due payments, as many as one pass may; a job checks the rest after a pause. */
export async function checkDuePayments(
  services: Settling,
  shop: PayingShop,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  await checkDueRefunds(services, shop, { signal })
  const { length } = await reconcileShop(services, shop, { signal })
  if (length < MAX_PER_SHOP) return
  const next = new Date(services.now().getTime() + PAUSE_MS)
  await withTenant(services.db, shop.id, (tx) => enqueue(tx, 'payments', { tenantId: shop.id }, next))
}
