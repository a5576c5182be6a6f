import { and, asc, eq, inArray, lt, ne } from 'drizzle-orm'

import { withTenant, type Database } from '../db/index.ts'
import { messages } from '../db/schema.ts'
import { listOrderTerms } from '../modules/tenants/find.ts'

/** Days for which a message that is sent, refused, bounced or skipped can be listed. */
const KEPT_DAYS = 180
const DAY_MS = 24 * 60 * 60_000
const BATCH_SIZE = 500

/** Deletes the messages of all shops that are older than 180 days. What waits is kept, and so are addresses that bounced. */
export async function eraseOldMessages(
  { db, now }: { db: Database; now: () => Date },
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS)
  for (const { id: tenantId } of await listOrderTerms(db)) {
    let erased = BATCH_SIZE
    while (erased === BATCH_SIZE && !signal?.aborted) erased = await eraseOldest(db, tenantId, before)
  }
}

/** Deletes those of the oldest messages that ended and were written before. Returns their number. */
function eraseOldest(db: Database, tenantId: string, before: Date): Promise<number> {
  return withTenant(db, tenantId, async (tx) => {
    const oldest = tx
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.tenantId, tenantId))
      .orderBy(asc(messages.position))
      .limit(BATCH_SIZE)
    const erased = await tx
      .delete(messages)
      .where(
        and(
          ...[eq(messages.tenantId, tenantId), inArray(messages.id, oldest)],
          ...[ne(messages.state, 'waiting'), lt(messages.createdAt, before)],
        ),
      )
      .returning({ id: messages.id })
    return erased.length
  })
}
