import type { Database } from '../db/index.ts'
import { REMEMBER_MS } from '../tenants/remembered.ts'

/** What is being looked for, and what was found just now, by database and question. */
const readsOfDatabases = new WeakMap<Database['orm'], Map<string, Promise<unknown>>>()

/**
 * `read`, or the answer of the same question where somebody of the shop is being answered it, or was a moment ago: a
 * crowd before one listing costs one look. What an edit by the command line changed is never answered from before it,
 * because the edit is part of the question; what another program wrote is seen as late as its shop's record. SECURITY.md#large-or-slow-requests SECURITY.md#overload
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
