import type { Database } from '../db/index.ts'
import { CACHE_MS } from '../tenants/tenant-cache.ts'

/** Reads in flight and recent results, by database and key. */
const readsOfDatabases = new WeakMap<Database['orm'], Map<string, Promise<unknown>>>()

/**
 * Returns `read()`, or the result for the same key that is in flight or at most `CACHE_MS` old. The key contains the
 * last edit by the command line, so no result predates that edit. Writes by another program appear after at most
 * `CACHE_MS`. SECURITY.md#large-or-slow-requests SECURITY.md#overload
 */
export function shareRead<T>(
  { orm }: Database,
  tenant: { id: string; catalogueWritten?: string | undefined },
  question: unknown,
  read: () => Promise<T>,
): Promise<T> {
  const reads = readsOfDatabases.get(orm) ?? new Map<string, Promise<unknown>>()
  readsOfDatabases.set(orm, reads)
  const key = JSON.stringify([tenant.id, tenant.catalogueWritten, question])
  const known = reads.get(key)
  // The key holds the whole question and therefore determines the result's type.
  if (known) return known as Promise<T>
  const found = read()
  reads.set(key, found)
  const forget = () => reads.delete(key)
  found.then(() => setTimeout(forget, CACHE_MS).unref(), forget)
  return found
}
