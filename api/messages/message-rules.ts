import type { EventKind } from '../modules/orders/lifecycle/transition.ts'
import { ORDER_STATUS } from '../modules/orders/lifecycle/order-rules.ts'
import type { MessageRole, OrderMessageKind } from './channel.ts'

/** What a rule may ask about. */
export interface RuleFacts {
  /** The status code that the order reached by the event. */
  status: number | null
  actor: string | null
  isCash: boolean
}

export interface MessageRule {
  to: MessageRole
  channel: string
  message: OrderMessageKind
  /** Without it the event is always told. */
  when?: Condition
  /** Minutes from the event to the message. It is sent only if the order is still unpaid. */
  afterMinutes?: number
}

/** Conditions by the name that docs/messages.md shows. */
const CONDITIONS = {
  'the order is paid at delivery': ({ isCash }: RuleFacts) => isCash,
  'it accepts the order': ({ status }: RuleFacts) => status === ORDER_STATUS.processing,
  'the shopper did it': ({ actor }: RuleFacts) => actor === 'shopper',
  'the merchant did not do it': ({ actor }: RuleFacts) => actor !== 'merchant',
} as const

type Condition = keyof typeof CONDITIONS

const shopper = (message: OrderMessageKind, more: Partial<MessageRule> = {}): MessageRule => ({
  ...{ to: 'shopper', channel: 'email', message },
  ...more,
})
const merchant = (message: OrderMessageKind, more: Partial<MessageRule> = {}): MessageRule => ({
  ...{ to: 'merchant', channel: 'email', message },
  ...more,
})

/** Minutes after which an unpaid order is brought to mind, once. */
const REMINDER_MINUTES = 30

/** Which event sends what to whom by which channel. The table of docs/messages.md is compared with it. */
export const MESSAGE_RULES = {
  'order.created': [
    shopper('order received'),
    shopper('payment reminder', { afterMinutes: REMINDER_MINUTES }),
  ],
  'order.held': [],
  'order.released': [],
  'order.accepted': [
    shopper('cash accepted', { when: 'the order is paid at delivery' }),
    merchant('new order', { when: 'the merchant did not do it' }),
  ],
  // `orders today` and the console show it.
  'order.confirmed': [],
  'order.paid': [shopper('order paid'), merchant('new order', { when: 'it accepts the order' })],
  'order.shipped': [shopper('order shipped')],
  'order.undelivered': [shopper('parcel undelivered')],
  'order.returning': [shopper('parcel on its way back')],
  'order.delivered': [shopper('order delivered')],
  'order.cancelled': [shopper('order cancelled')],
  'order.returned': [shopper('parcel returned')],
  'order.lost': [shopper('parcel lost')],
  'parcel.corrected': [shopper('parcel corrected')],
  'payment.started': [],
  'payment.failed': [],
  'payment.mismatch': [merchant('payment mismatch')],
  'refund.due': [shopper('refund due'), merchant('refund due')],
  'refund.started': [],
  'refund.made': [shopper('refund made')],
  'refund.failed': [merchant('refund failed')],
  'return.requested': [shopper('return requested'), merchant('return requested')],
  'return.decided': [shopper('return decided'), merchant('return decided', { when: 'the shopper did it' })],
  'return.received': [shopper('return received')],
  // The refund itself is told.
  'return.refunded': [],
  'stock.low': [merchant('low stock')],
} as const satisfies Record<EventKind, readonly MessageRule[]>

/** Each event goes to each webhook of the shop. */
export const WEBHOOK_RULE = { kind: 'event', role: 'merchant', channel: 'webhook' } as const

/** The rules whose messages this event sends. */
export function rulesOf(kind: EventKind, facts: RuleFacts): readonly MessageRule[] {
  const rules: readonly MessageRule[] = MESSAGE_RULES[kind]
  return rules.filter(({ when }) => when === undefined || CONDITIONS[when](facts))
}
