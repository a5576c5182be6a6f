import type { MESSAGE_ROLES, SHOP_MESSAGE_KINDS } from '../../db/message-states.ts'

/** Events that are none of an order. Each message goes out by e-mail alone. */
export const SHOP_MESSAGE_RULES = {
  'account.reset-requested': [{ to: 'shopper', message: 'password reset' }],
  'account.password-changed': [{ to: 'shopper', message: 'password changed' }],
  'account.email-requested': [{ to: 'shopper', message: 'email confirmation' }],
  'account.email-changed': [{ to: 'shopper', message: 'email changed' }],
  'contact.received': [
    { to: 'shopper', message: 'contact received' },
    { to: 'merchant', message: 'contact message' },
  ],
  'newsletter.requested': [{ to: 'shopper', message: 'newsletter confirmation' }],
  'newsletter.confirmed': [{ to: 'shopper', message: 'newsletter confirmed' }],
} as const satisfies Record<
  string,
  readonly { to: (typeof MESSAGE_ROLES)[number]; message: (typeof SHOP_MESSAGE_KINDS)[number] }[]
>

export type ShopEventKind = keyof typeof SHOP_MESSAGE_RULES

/** The name of an event in the table of messages: what happened, the id of what it is about, and its own id. */
export function shopEvent(kind: ShopEventKind, subject: string, id: string): string {
  return [kind, subject, id].join('/')
}

/** The id of what an event is about. */
export function subjectOf(event: string): string {
  return event.split('/')[1] ?? ''
}
