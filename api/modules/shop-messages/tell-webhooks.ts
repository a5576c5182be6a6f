import { enqueue, type Transaction } from '../../db/index.ts'
import { messages } from '../../db/schema.ts'
import { randomId } from '../../ids.ts'
import { shopEvent, type WebhookEventKind } from './shop-message-rules.ts'
import { listEndpoints } from './webhook-endpoints.ts'

interface WebhookEvent {
  tenantId: string
  kind: WebhookEventKind
  /** Id of the account or subscription, or number of the contact message. */
  subject: string
  now: Date
}

/** Writes an event that is none of an order for each webhook of the shop, with the jobs that send it after the commit. */
export async function tellWebhooks(
  tx: Transaction,
  { tenantId, kind, subject, now }: WebhookEvent,
): Promise<void> {
  const event = shopEvent(kind, subject, randomId())
  for (const { id: endpoint } of await listEndpoints(tx, tenantId)) {
    // What happens to one account or subscription is told in its order.
    const stream = [kind.split('.')[0], subject, 'webhook', endpoint].join('/')
    await tx.insert(messages).values({
      ...{ tenantId, id: randomId(), stream, event, endpoint },
      ...{ kind: 'event', role: 'merchant', channel: 'webhook', createdAt: now, dueAt: now },
    })
    await enqueue(tx, 'messages', { tenantId, stream })
  }
}
