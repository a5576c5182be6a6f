import type { PaymentState as ShownState } from '@tanabana/contract/payment.ts'
import { ACTORS, type PAYMENT_STATES, type REFUND_STATES } from '../../../db/order-states.ts'
import { isClosed, type Order } from './order-rules.ts'
import type { Transition } from './transition.ts'

export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * Every change of a payment. Money is received once: kept by its order, whose event tells it, or due for refund at once.
 * A payment starts as `pending`; one with the state `mismatch` holds what a provider signed instead of another's amount.
 */
export const PAYMENT_TRANSITIONS = {
  decline: {
    moves: { pending: 'declined', declined: 'declined' },
    by: ['provider'],
    event: 'payment.failed',
  },
  keep: {
    moves: { pending: 'paid', declined: 'paid', mismatch: 'paid' },
    by: ['provider', 'merchant'],
  },
  'make refund due': {
    moves: {
      pending: 'refund due',
      declined: 'refund due',
      mismatch: 'refund due',
      paid: 'refund due',
    },
    by: ACTORS,
    event: 'refund.due',
  },
  'refund in part': {
    moves: { paid: 'paid', 'refund due': 'refund due' },
    by: ['merchant', 'provider'],
    event: 'refund.made',
  },
  'refund the rest': {
    moves: { paid: 'refunded', 'refund due': 'refunded' },
    by: ['merchant', 'provider'],
    event: 'refund.made',
  },
} as const satisfies Record<string, Transition<PaymentState>>

export type PaymentChange = keyof typeof PAYMENT_TRANSITIONS

export type RefundState = (typeof REFUND_STATES)[number]

/**
 * Every change of a refund that a provider is asked for. It starts as `requested`, with the event `refund.started`. Until
 * it is made, its money is due; when it fails, the money is as before.
 */
export const REFUND_TRANSITIONS = {
  take: { moves: { requested: 'pending', pending: 'pending' }, by: ['provider'] },
  confirm: {
    moves: { requested: 'made', pending: 'made' },
    by: ['provider', 'merchant'],
    event: 'refund.made',
  },
  fail: {
    moves: { requested: 'failed', pending: 'failed' },
    by: ['provider', 'job'],
    event: 'refund.failed',
  },
} as const satisfies Record<string, Transition<RefundState>>

export type RefundChange = keyof typeof REFUND_TRANSITIONS

/** The states in which a provider still has to make the refund. */
export const REFUNDS_IN_PROGRESS = ['requested', 'pending'] as const satisfies RefundState[]

export function isInProgress(state: RefundState): boolean {
  return REFUNDS_IN_PROGRESS.some((one) => one === state)
}

/** A payment of an order, in paise. */
export interface PaymentFacts {
  status: PaymentState
  amount: number
  refunded: number
  /** What a provider is asked to refund, and has not refunded yet. */
  inProgress: number
}

/** The money of an order, in paise: `received` is `kept`, `refunded` and `due` together. */
export interface OrderMoney {
  received: number
  kept: number
  refunded: number
  refundDue: number
  /** As the order shows it. docs/requirements.md#1123-shipment */
  payment: 'paid' | 'unpaid' | 'refund due' | 'refunded'
  /** As the payment page shows it. docs/requirements.md#1118-payment-state */
  state: ShownState['state']
}

/** Sums and payment state of an order, from its payments in the order of their start. */
export function moneyOf(order: Order, payments: readonly PaymentFacts[]): OrderMoney {
  const money = { received: 0, kept: 0, refunded: 0, refundDue: 0 }
  for (const payment of payments) {
    if (!isReceived(payment.status)) continue
    money.received += payment.amount
    money.refunded += payment.refunded
    money.refundDue += dueOf(payment)
    money.kept += payment.amount - payment.refunded - dueOf(payment)
  }
  return {
    ...money,
    payment: shownPayment(order, payments, money.refundDue),
    state: shownState(order, payments.at(-1)),
  }
}

function shownPayment(
  order: Order,
  payments: readonly PaymentFacts[],
  refundDue: number,
): OrderMoney['payment'] {
  const has = (wanted: PaymentState) => payments.some(({ status }) => status === wanted)
  if (refundDue > 0) return 'refund due'
  if (has('paid')) return 'paid'
  const wasPaid = 'terms' in order && order.terms === 'paid'
  // A refunded mismatch leaves an open order unpaid: its total is still to be paid.
  if (has('refunded') && (wasPaid || isClosed(order.state))) return 'refunded'
  return wasPaid ? 'paid' : 'unpaid'
}

/** The entries of the books that a change of a payment writes. */
export function moneyChanges(
  before: PaymentFacts,
  after: PaymentFacts,
): { kind: 'receipt' | 'due'; amount: number }[] {
  const receivedOf = ({ status, amount }: PaymentFacts) => (isReceived(status) ? amount : 0)
  return [
    { kind: 'receipt' as const, amount: receivedOf(after) - receivedOf(before) },
    { kind: 'due' as const, amount: dueOf(after) - dueOf(before) },
  ].filter(({ amount }) => amount !== 0)
}

/** What of a payment is due for refund: all that is left of it, or what a provider is asked to refund. */
export function dueOf({ status, amount, refunded, inProgress }: PaymentFacts): number {
  if (status === 'refund due') return amount - refunded
  return status === 'paid' ? inProgress : 0
}

/** Whether money of the payment arrived for the shop's books, even if it went back since. */
export function isReceived(status: PaymentState): boolean {
  return status === 'paid' || status === 'refund due' || status === 'refunded'
}

function shownState(order: Order, latest: PaymentFacts | undefined): ShownState['state'] {
  if (isClosed(order.state)) return 'cancelled'
  if ('terms' in order) {
    if (order.terms === 'paid') return 'paid'
    return order.terms === 'on delivery' && order.state !== 'delivered' ? 'on-delivery' : 'accepted'
  }
  if (!latest) return 'unpaid'
  return latest.status === 'declined' ? 'declined' : 'pending'
}
