import { and, desc, eq } from 'drizzle-orm'

import { enqueue, type Transaction } from '../db/index.ts'
import { messages } from '../db/schema.ts'
import { removeBouncedAddress } from './bounced-addresses.ts'

export type StoredMessage = typeof messages.$inferSelect

interface Wanted {
  state?: StoredMessage['state'] | undefined
  orderNumber?: string | undefined
  channel?: string | undefined
  endpoint?: string | undefined
  limit: number
}

/** Messages of a shop, newest first. */
export function listMessages(
  tx: Transaction,
  tenantId: string,
  { state, orderNumber, channel, endpoint, limit }: Wanted,
): Promise<StoredMessage[]> {
  return tx
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.tenantId, tenantId),
        state && eq(messages.state, state),
        orderNumber === undefined ? undefined : eq(messages.orderNumber, orderNumber),
        channel === undefined ? undefined : eq(messages.channel, channel),
        endpoint === undefined ? undefined : eq(messages.endpoint, endpoint),
      ),
    )
    .orderBy(desc(messages.position))
    .limit(limit)
}

/**
 * Sends a message again, whatever became of it, with the same id; its address counts as good again. `undefined` if there
 * is none.
 */
export async function retryMessage(
  tx: Transaction,
  tenantId: string,
  id: string,
  now: Date,
): Promise<StoredMessage | undefined> {
  const isNamed = and(eq(messages.tenantId, tenantId), eq(messages.id, id))
  const [known] = await tx.select().from(messages).where(isNamed).for('update')
  if (!known) return undefined
  if (known.bouncedAddress !== null) await removeBouncedAddress(tx, tenantId, known.bouncedAddress)
  const [row] = await tx
    .update(messages)
    .set({ state: 'waiting', attempts: 0, dueAt: now, endedAt: null, bouncedAddress: null })
    .where(isNamed)
    .returning()
  const { stream, orderNumber } = known
  await enqueue(
    tx,
    'messages',
    { tenantId, ...(orderNumber !== null && { order: orderNumber }), stream },
    now,
  )
  return row
}
