import { and, eq } from 'drizzle-orm'

import { enqueue, withTenant, type Database, type Transaction } from '../db/index.ts'
import type { orderEvents } from '../db/schema.ts'
import { messages, orders } from '../db/schema.ts'
import { randomId } from '../ids.ts'
import type { Channels } from './channel.ts'
import { rulesOf, WEBHOOK_RULE } from './message-rules.ts'
import { listEndpoints } from '../modules/shop-messages/webhook-endpoints.ts'

type OrderEvent = typeof orderEvents.$inferSelect
type NewMessage = Pick<
  typeof messages.$inferInsert,
  'kind' | 'role' | 'channel' | 'endpoint' | 'stream' | 'dueAt'
>

const MINUTE_MS = 60_000

/**
 * Writes the messages that an event of an order sends by the configured channels, each once however often it is called,
 * with the jobs that send them.
 */
export async function recordMessages(
  { db, channels }: { db: Database; channels: Channels },
  event: OrderEvent,
): Promise<void> {
  const { tenantId, orderNumber, sequence } = event
  await withTenant(db, tenantId, async (tx) => {
    const found = (await messagesOf(tx, event)).filter(({ channel }) => channel in channels)
    if (found.length === 0) return
    const written = await tx
      .insert(messages)
      .values(
        found.map((message) => ({
          ...message,
          ...{ tenantId, id: randomId(), orderNumber, sequence, event: `${orderNumber}/${sequence}` },
          createdAt: event.createdAt,
        })),
      )
      .onConflictDoNothing()
      .returning({ stream: messages.stream, dueAt: messages.dueAt })
    for (const { stream, dueAt } of written)
      await enqueue(tx, 'messages', { tenantId, order: orderNumber, stream }, dueAt)
  })
}

async function messagesOf(tx: Transaction, event: OrderEvent): Promise<NewMessage[]> {
  const { tenantId, orderNumber, kind, status, actor, createdAt } = event
  const [order] = await tx
    .select({ isCash: orders.cashOnDelivery })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, orderNumber)))
  if (!order) return []
  const toPeople = rulesOf(kind, { status, actor, ...order }).map(
    ({ to, channel, message, afterMinutes }) => ({
      ...{ kind: message, role: to, channel },
      // A message for later does not hold up what comes in between.
      stream: [orderNumber, to, channel, ...(afterMinutes === undefined ? [] : [message])].join('/'),
      dueAt: new Date(createdAt.getTime() + (afterMinutes ?? 0) * MINUTE_MS),
    }),
  )
  const toPrograms = (await listEndpoints(tx, tenantId)).map(({ id }) => ({
    ...WEBHOOK_RULE,
    ...{ endpoint: id, stream: [orderNumber, WEBHOOK_RULE.role, WEBHOOK_RULE.channel, id].join('/') },
    dueAt: createdAt,
  }))
  return [...toPeople, ...toPrograms]
}
