import type { Database } from '../db/index.ts'
import { REMEMBER_MS } from '../tenants/remembered.ts'

/** What is being looked for, and what was found just now, by database and question. */
const readsOfDatabases = new WeakMap<Database['orm'], Map<string, Promise<unknown>>>()

/**
 * Returns `read()`, or the result for the same question that is in flight or at most `REMEMBER_MS` old: many requests
 * for one listing cost one read. The key contains the last edit by the command line, so no result predates that edit. A
 * write by another program shows as late as a change of the shop's record. SECURITY.md#large-or-slow-requests SECURITY.md#overload
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
  // The key names the question in full, and so the kind of its answer.
  if (known) return known as Promise<T>
  const found = read()
  reads.set(key, found)
  const forget = () => reads.delete(key)
  found.then(() => setTimeout(forget, REMEMBER_MS).unref(), forget)
  return found
}
