import type { Database } from '../db/index.ts'
import { findTenantByHost } from './find.ts'
import type { Tenant } from './tenant.ts'

/** What another process writes is seen within this time. */
export const CACHE_MS = 250
/** A flood of invented hosts can't fill the memory, nor push out a shop that is asked for all the time. */
const HOSTS_MAX = 1000

interface CachedTenant {
  tenant: Promise<Tenant | undefined>
  until: number
}

/** By host, the one that was asked for longest ago first. */
const hostsOfDatabases = new WeakMap<Database['orm'], Map<string, CachedTenant>>()

/** `findTenantByHost`, four times a second for each host at most; calls at the same moment share one look. */
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

/** Forgets the looked-up tenants after a write, so that the next request reads them again. */
export function invalidateTenants(db: Database): void {
  hostsOf(db).clear()
}

function hostsOf({ orm }: Database): Map<string, CachedTenant> {
  const known = hostsOfDatabases.get(orm) ?? new Map<string, CachedTenant>()
  hostsOfDatabases.set(orm, known)
  return known
}
