import { LRUCache } from 'lru-cache'

import type { Database } from '../../db/index.ts'
import { findTenantByHost, type KnownTenants } from './find.ts'
import type { Tenant } from '../../tenant.ts'

/** Maximum delay until a write of another process is visible. */
export const TENANT_MAX_AGE_MS = 250
/** Bounds the memory that a flood of invented hosts can take. */
const HOSTS_MAX = 1000
const TENANTS_MAX = 1000

const openCaches = () => ({
  hosts: new LRUCache<string, Promise<Tenant | undefined>>({
    max: HOSTS_MAX,
    ttl: TENANT_MAX_AGE_MS,
    // The command line relies on this maximum age, so do not round it.
    ttlResolution: 0,
    // By default, lru-cache uses the `performance` of its import; tests replace the global one.
    perf: { now: () => performance.now() },
  }),
  /** By id. A record is read and parsed once per version, however often its host is looked up. */
  tenants: new LRUCache<string, NonNullable<ReturnType<KnownTenants['get']>>>({ max: TENANTS_MAX }),
})
const caches = new WeakMap<Database['orm'], ReturnType<typeof openCaches>>()

/**
 * Cached `findTenantByHost`; concurrent calls for a host share one query. An entry's age counts from the start of its
 * query, unlike with `fetchMethod`, because the data may be as old as that.
 */
export function getTenantByHost(db: Database, host: string): Promise<Tenant | undefined> {
  const { hosts, tenants } = cachesOf(db)
  const cached = hosts.get(host)
  if (cached) return cached
  const found = findTenantByHost(db, host, tenants)
  hosts.set(host, found)
  found.catch(() => {
    if (hosts.peek(host) === found) hosts.delete(host)
  })
  return found
}

/** Call after a write, so that the next request reads the tenant again. */
export function clearTenantCache(db: Database): void {
  cachesOf(db).hosts.clear()
}

function cachesOf({ orm }: Database) {
  const found = caches.get(orm) ?? openCaches()
  caches.set(orm, found)
  return found
}
