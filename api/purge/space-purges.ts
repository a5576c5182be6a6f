import { enqueue, type Database } from '../db/index.ts'
import {
  purgePages,
  type PurgeConfig,
  type PurgedProduct,
  type PurgedShop,
  type PurgePages,
} from './purge-pages.ts'

/** Least time between two purges of one shop. */
export const PURGE_PAUSE_MS = 2000
/** Wait before a purge that failed is repeated. */
const RETRY_AFTER_MS = 2000
/** Within this time a page that a storefront sent before its purge has reached every edge cache. */
const SENT_WITHIN_MS = 5000

/**
 * `purgePages` that leaves what failed to a job. Edge caches are purged again by a job: a page that was on its way to one
 * while it was purged is stored after that.
 */
export async function purgeOrRetry(
  db: Database,
  config: PurgeConfig,
  shop: PurgedShop,
  products?: readonly PurgedProduct[],
): Promise<string[]> {
  const failed = await purgePages(config, shop, products)
  const after = failed.length > 0 ? RETRY_AFTER_MS : config.edgeCaches.length > 0 ? SENT_WITHIN_MS : undefined
  if (after !== undefined) await purgeLater(db, shop, products, new Date(Date.now() + after))
  return failed
}

/**
 * Purges products that sold out or came back: a shop's first change at once, what follows within `PURGE_PAUSE_MS`
 * together in a job, so that orders and cancellations of one product can't keep the pages of its shop out of the cache.
 * The job too waits for `visibleAfterMs`, within which other processes may still render the state before the change.
 */
export function spacePurges(db: Database, purge: PurgePages, visibleAfterMs: number): PurgePages {
  const purgedAt = new Map<string, number>()
  return async (shop, products) => {
    const now = Date.now()
    const pauseEnd = (purgedAt.get(shop.id) ?? 0) + PURGE_PAUSE_MS
    if (now < pauseEnd) {
      await purgeLater(db, shop, products, new Date(Math.max(pauseEnd, now + visibleAfterMs)))
      return []
    }
    purgedAt.set(shop.id, now)
    return purge(shop, products)
  }
}

function purgeLater(
  db: Database,
  { id: tenantId }: PurgedShop,
  products: readonly PurgedProduct[] | undefined,
  due: Date,
): Promise<void> {
  const ids = { tenantId, ...(products && { products: products.map(({ id }) => id) }) }
  return db.orm.transaction((tx) => enqueue(tx, 'purges', ids, due))
}
