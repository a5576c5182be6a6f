import type { Channel, Message } from '../channel.ts'
import type { RenderedEmail } from './render-email.ts'

/** An e-mail of the demo, as its mailbox shows it. */
interface MailboxEntry extends RenderedEmail {
  id: string
  tenantId: string
  role: Message['role']
  to: string
  at: Date
}

export interface Mailbox extends Channel {
  /** The e-mails of a shop, newest first. */
  list(tenantId: string): MailboxEntry[]
  find(tenantId: string, id: string): MailboxEntry | undefined
}

const ENTRIES_MAX = 500

/** E-mail without a mail server, for development: keeps the newest messages in memory. */
export function createMailbox(now: () => Date): Mailbox {
  const entries = new Map<string, MailboxEntry>()
  return {
    addressOf: ({ recipient }) => recipient.email,
    async send(message) {
      const { renderEmail } = await import('./render-email.ts')
      const { id, role, shop, recipient } = message
      const rendered = await renderEmail(message)
      entries.set(id, { id, role, tenantId: shop.id, to: recipient.email ?? '', at: now(), ...rendered })
      const [oldest] = entries.keys()
      if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest)
      return { state: 'sent' }
    },
    list: (tenantId) => [...entries.values()].filter((one) => one.tenantId === tenantId).reverse(),
    find(tenantId, id) {
      const entry = entries.get(id)
      return entry?.tenantId === tenantId ? entry : undefined
    },
  }
}
