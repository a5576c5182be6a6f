import { sql } from 'drizzle-orm'

import type { Transaction } from './database.ts'

/** Waits until no other transaction holds the lock of this name, and holds it until the end of this one. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}::text, 0))`)
}
