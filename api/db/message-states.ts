/** States and names that the table of messages stores. What is sent when: api/messages/message-rules.ts */

/** `refused`: for good, or given up; `bounced`: the address takes none; `skipped`: there was nothing to send any more. */
export const MESSAGE_STATES = ['waiting', 'sent', 'refused', 'bounced', 'skipped'] as const

export const MESSAGE_ROLES = ['shopper', 'merchant'] as const

/** What a message about an order says. `event` is an event as it is, for another program. */
export const ORDER_MESSAGE_KINDS = [
  'order received',
  'payment reminder',
  'cash accepted',
  'order paid',
  'order shipped',
  'parcel corrected',
  'order delivered',
  'order cancelled',
  'parcel undelivered',
  'parcel on its way back',
  'parcel returned',
  'parcel lost',
  'refund due',
  'refund made',
  'refund failed',
  'return requested',
  'return decided',
  'return received',
  'new order',
  'payment mismatch',
  'low stock',
  'event',
] as const

/** What a message about an account, a contact message or the newsletter says. */
export const SHOP_MESSAGE_KINDS = [
  'password reset',
  'password changed',
  'email confirmation',
  'email changed',
  'contact received',
  'contact message',
  'newsletter confirmation',
  'newsletter confirmed',
  'staff invitation',
  'staff password reset',
  'mail test',
] as const

export const MESSAGE_KINDS = [...ORDER_MESSAGE_KINDS, ...SHOP_MESSAGE_KINDS] as const

/** Events of an account that send a message. */
export const ACCOUNT_EVENTS = [
  'account.reset-requested',
  'account.password-changed',
  'account.email-requested',
  'account.email-changed',
] as const
