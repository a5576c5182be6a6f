import type { MESSAGE_ROLES, SHOP_MESSAGE_KINDS } from '../../db/message-states.ts'

/** E-mails about what is none of an order. */
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
  'staff.invited': [{ to: 'merchant', message: 'staff invitation' }],
  'staff.reset-requested': [{ to: 'merchant', message: 'staff password reset' }],
  'staff.mail-tested': [{ to: 'merchant', message: 'mail test' }],
} as const satisfies Record<
  string,
  readonly { to: (typeof MESSAGE_ROLES)[number]; message: (typeof SHOP_MESSAGE_KINDS)[number] }[]
>

export type ShopEventKind = keyof typeof SHOP_MESSAGE_RULES

/** What each webhook gets beside the events of orders: what happened, not what a link still has to confirm. */
export type WebhookEventKind =
  | 'account.created'
  | 'account.password-changed'
  | 'account.email-changed'
  | 'account.erased'
  | 'contact.received'
  | 'newsletter.confirmed'
  | 'newsletter.ended'

/** The name of an event in the table of messages: what happened, the id of what it is about, and its own id. */
export function shopEvent(kind: ShopEventKind | WebhookEventKind, subject: string, id: string): string {
  return [kind, subject, id].join('/')
}

/** What happened, and the id of what it is about. */
export function parseShopEvent(event: string): { kind: string; subject: string } {
  const [kind = '', subject = ''] = event.split('/')
  return { kind, subject }
}
