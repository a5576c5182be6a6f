import type { Database } from '../db/index.ts'
import { findTenantByHost } from './find.ts'
import type { Tenant } from './tenant.ts'

/** Maximum age of a cached tenant: writes by other processes appear within this time. */
export const CACHE_MS = 250
/** Bounds the memory; eviction of the least recently used keeps busy shops during floods of invented hosts. */
const HOSTS_MAX = 1000

interface CachedTenant {
  tenant: Promise<Tenant | undefined>
  until: number
}

/** By host, least recently used first. */
const hostsOfDatabases = new WeakMap<Database['orm'], Map<string, CachedTenant>>()

/** `findTenantByHost`, cached for `CACHE_MS`; concurrent calls for a host share one lookup. */
export function findCachedTenantByHost(db: Database, host: string): Promise<Tenant | undefined> {
  const hosts = hostsOf(db)
  const known = hosts.get(host)
  hosts.delete(host)
  if (known && known.until > performance.now()) {
    hosts.set(host, known)
    return known.tenant
  }
  const found = { tenant: findTenantByHost(db, host), until: performance.now() + CACHE_MS }
  hosts.set(host, found)
  found.tenant.catch(() => {
    if (hosts.get(host) === found) hosts.delete(host)
  })
  const [longestAgo] = hosts.keys()
  if (hosts.size > HOSTS_MAX && longestAgo !== undefined) hosts.delete(longestAgo)
  return found.tenant
}

/** Invalidates all cached tenants after a write. */
export function invalidateTenants(db: Database): void {
  hostsOf(db).clear()
}

function hostsOf({ orm }: Database): Map<string, CachedTenant> {
  const known = hostsOfDatabases.get(orm) ?? new Map<string, CachedTenant>()
  hostsOfDatabases.set(orm, known)
  return known
}
