import { and, asc, eq } from 'drizzle-orm'

import { withTenant } from '../../../api/db/index.ts'
import { messages } from '../../../api/db/schema.ts'
import type { Channel, Message, ShopMessage } from '../../../api/messages/channel.ts'
import { deliverMessages } from '../../../api/messages/deliver.ts'
import { SECRET, type Store } from '../api/store.ts'

/** Sends the e-mails of a shop that wait, as the job of the queue does, and returns what was sent. */
export async function deliverMail(store: Pick<Store, 'db' | 'clock'>, tenantId: string): Promise<Message[]> {
  const sent: Message[] = []
  const channel: Channel = {
    addressOf: ({ recipient }) => recipient.email,
    send(message) {
      sent.push(message)
      return Promise.resolve({ state: 'sent' })
    },
  }
  const services = {
    ...{ db: store.db, config: { port: 8044, storefrontPort: 4321 }, paymentSecrets: [SECRET] },
    ...{ channels: { email: () => Promise.resolve(channel) }, log: () => undefined },
    now: () => store.clock.now,
  }
  const waiting = await withTenant(store.db, tenantId, (tx) =>
    tx
      .select({ stream: messages.stream })
      .from(messages)
      .where(
        and(
          ...[eq(messages.tenantId, tenantId), eq(messages.channel, 'email')],
          eq(messages.state, 'waiting'),
        ),
      )
      .orderBy(asc(messages.position)),
  )
  for (const { stream } of waiting)
    await deliverMessages(services, new Map(), { tenantId, stream }, new AbortController().signal)
  return sent
}

/** The token in the link of the last such message. */
export function tokenIn(sent: Message[], kind: ShopMessage['kind']): string {
  const found = sent.findLast((message) => message.kind === kind)
  const link = found && 'link' in found ? found.link : undefined
  return link === undefined ? '' : link.slice(link.lastIndexOf('=') + 1)
}
