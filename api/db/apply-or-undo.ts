import type { Database, Transaction } from './database.ts'
import { withTenant } from './index.ts'

/** Ends the transaction of a dry run. */
class Undone extends Error {}

/** `withTenant`; a dry run undoes the work, and returns its result all the same. */
export async function applyOrUndo<T>(
  db: Database,
  tenantId: string,
  isDryRun: boolean,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (!isDryRun) return withTenant(db, tenantId, work)
  const undone = new Undone('Nothing of a dry run stays.')
  let result: { value: T } | undefined
  try {
    await withTenant(db, tenantId, async (tx) => {
      result = { value: await work(tx) }
      throw undone
    })
  } catch (error) {
    if (error !== undone || !result) throw error
  }
  if (!result) throw undone
  return result.value
}
