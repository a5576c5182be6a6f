/** States and names that the table of messages stores. What is sent when: api/messages/message-rules.ts */

/** `refused`: for good, or given up; `bounced`: the address takes none; `skipped`: there was nothing to send any more. */
export const MESSAGE_STATES = ['waiting', 'sent', 'refused', 'bounced', 'skipped'] as const

export const MESSAGE_ROLES = ['shopper', 'merchant'] as const

/** What a message says. `event` is an event as it is, for another program. */
export const MESSAGE_KINDS = [
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
  'return requested',
  'return decided',
  'return received',
  'return refunded',
  'new order',
  'payment mismatch',
  'low stock',
  'event',
] as const
