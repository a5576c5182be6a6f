import { enqueue, type Transaction } from '../../db/index.ts'
import { messages } from '../../db/schema.ts'
import { randomId } from '../../ids.ts'
import { SHOP_MESSAGE_RULES, shopEvent, type ShopEventKind } from './shop-message-rules.ts'

interface ShopEvent {
  tenantId: string
  kind: ShopEventKind
  /** Id of the request, contact message or subscription that the messages are about. */
  subject: string
  now: Date
}

/** Writes the messages of an event that is none of an order, with the jobs that send them after the commit. */
export async function sendShopMessages(
  tx: Transaction,
  { tenantId, kind, subject, now }: ShopEvent,
): Promise<void> {
  const event = shopEvent(kind, subject, randomId())
  for (const { to, message } of SHOP_MESSAGE_RULES[kind]) {
    const id = randomId()
    // Messages of other events may come before it.
    const stream = `${event}/${to}`
    await tx.insert(messages).values({
      ...{ tenantId, id, stream, event, kind: message, role: to, channel: 'email' },
      ...{ createdAt: now, dueAt: now },
    })
    await enqueue(tx, 'messages', { tenantId, stream })
  }
}
