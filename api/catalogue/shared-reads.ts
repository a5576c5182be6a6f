import type { Database } from '../db/index.ts'

/** What is being looked for, by database and question. */
const readsOfDatabases = new WeakMap<Database['orm'], Map<string, Promise<unknown>>>()

/**
 * `read`, or the answer of the same question where somebody of the shop is being answered it at this moment: a crowd
 * before one listing costs one look. A question that is asked after an edit waits for no look from before it, because
 * the edit is part of the question. T24, T34
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
  const found = read().finally(() => reads.delete(key))
  reads.set(key, found)
  return found
}
