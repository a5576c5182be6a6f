import { LRUCache } from 'lru-cache'

import type { Database } from '../../db/index.ts'
import { TENANT_MAX_AGE_MS } from '../tenants/tenant-cache.ts'

const READS_MAX = 1000

const openReads = () =>
  new LRUCache<string, { result: unknown }, () => Promise<unknown>>({
    max: READS_MAX,
    ttl: TENANT_MAX_AGE_MS,
    fetchMethod: async (_key, _stale, { context: read }) => ({ result: await read() }),
    // The callers of an evicted read still get its result.
    ignoreFetchAbort: true,
  })
const readsOfDatabases = new WeakMap<Database['orm'], ReturnType<typeof openReads>>()

/**
 * Returns `read()`, or the result for the same query that is in flight or at most `TENANT_MAX_AGE_MS` old: many requests
 * for one listing cost one read. The key contains the last edit by the command line, so no result predates that edit; a
 * write by another program is visible after at most `TENANT_MAX_AGE_MS`. SECURITY.md#large-or-slow-requests
 * SECURITY.md#overload
 */
export async function shareRead<T>(
  { orm }: Database,
  tenant: { id: string; catalogueWritten?: string | undefined },
  query: unknown,
  read: () => Promise<T>,
): Promise<T> {
  const reads = readsOfDatabases.get(orm) ?? openReads()
  readsOfDatabases.set(orm, reads)
  const key = JSON.stringify([tenant.id, tenant.catalogueWritten, query])
  // The key contains the whole query, and a query has results of one type.
  return (await reads.forceFetch(key, { context: read })).result as T
}
