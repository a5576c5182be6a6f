import pLimit from 'p-limit'

import { hasCheckSoon, reconcileShop, type PayingShop } from '../modules/payments/reconcile.ts'
import type { Settling } from '../modules/payments/provider-reports.ts'
import { listPayingShops } from '../modules/tenants/find.ts'

/** Shops checked concurrently, so that a provider that is down does not block the others. */
const SHOP_CONCURRENCY = 4

/** Checks due payments of these shops, by default of all with a provider account. Returns those with a check due soon. */
export async function reconcilePayments(
  services: Settling,
  signal: AbortSignal,
  shops?: readonly PayingShop[],
): Promise<PayingShop[]> {
  const soon: PayingShop[] = []
  await pLimit(SHOP_CONCURRENCY).map(shops ?? (await listPayingShops(services.db)), async (shop) => {
    if (signal.aborted) return
    await reconcileShop(services, shop, { signal })
    if (await hasCheckSoon(services, shop)) soon.push(shop)
  })
  return soon
}
