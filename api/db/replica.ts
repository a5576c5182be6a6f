import { sql } from 'drizzle-orm'

import { isDatabaseUnavailable } from '../errors.ts'
import type { Database, Replica, Transaction } from './database.ts'
import { readTenant } from './index.ts'

/** Skip a failed replica for this long. */
const COOLDOWN_MS = 1000

/**
 * `readTenant` on the replica, for the public catalogue. Falls back to the primary when the replica fails or has not
 * replayed the shop's last import, so that an edit is visible at once.
 */
export async function readCatalogue<T>(
  db: Database,
  tenant: { id: string; catalogueWritten?: string | undefined },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { replica } = db
  if (!replica || replica.cooldownUntil > performance.now()) return readTenant(db, tenant.id, work)
  try {
    if (await hasReplayed(replica, tenant.catalogueWritten)) {
      return await readTenant(replica.database, tenant.id, work)
    }
  } catch (error) {
    // On any error, read from the primary.
    replica.replayed = 0n
    if (isDatabaseUnavailable(error)) replica.cooldownUntil = performance.now() + COOLDOWN_MS
  }
  return readTenant(db, tenant.id, work)
}

async function hasReplayed(replica: Replica, written: string | undefined): Promise<boolean> {
  if (written === undefined || parseLsn(written) <= replica.replayed) return true
  const { rows } = await replica.database.orm.execute<{ lsn: string | null }>(
    sql`select pg_last_wal_replay_lsn()::text as lsn`,
  )
  const lsn = rows[0]?.lsn
  // A server without a replay position is no replica, so its state is unknown.
  if (!lsn) return false
  replica.replayed = parseLsn(lsn)
  return parseLsn(written) <= replica.replayed
}

/** Parses `16/B374D848`: two hexadecimal numbers of 32 bits. */
function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
