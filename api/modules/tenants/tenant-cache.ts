import { LRUCache } from 'lru-cache'

import type { Database } from '../../db/index.ts'
import { findTenantByHost } from './find.ts'
import type { Tenant } from './tenant.ts'

/** Maximum delay until a write of another process is visible. */
export const TENANT_MAX_AGE_MS = 250
/** Bounds the memory that a flood of invented hosts can take. */
const HOSTS_MAX = 1000

const openCache = () =>
  new LRUCache<string, Promise<Tenant | undefined>>({
    max: HOSTS_MAX,
    ttl: TENANT_MAX_AGE_MS,
    // The command line relies on this maximum age, so do not round it.
    ttlResolution: 0,
    // By default, lru-cache uses the `performance` of its import; tests replace the global one.
    perf: { now: () => performance.now() },
  })
const caches = new WeakMap<Database['orm'], ReturnType<typeof openCache>>()

/**
 * Cached `findTenantByHost`; concurrent calls for a host share one query. An entry's age counts from the start of its
 * query, unlike with `fetchMethod`, because the data may be as old as that.
 */
export function getTenantByHost(db: Database, host: string): Promise<Tenant | undefined> {
  const cache = cacheOf(db)
  const cached = cache.get(host)
  if (cached) return cached
  const found = findTenantByHost(db, host)
  cache.set(host, found)
  found.catch(() => {
    if (cache.peek(host) === found) cache.delete(host)
  })
  return found
}

/** Call after a write, so that the next request reads the tenant again. */
export function clearTenantCache(db: Database): void {
  cacheOf(db).clear()
}

function cacheOf({ orm }: Database) {
  const cache = caches.get(orm) ?? openCache()
  caches.set(orm, cache)
  return cache
}
