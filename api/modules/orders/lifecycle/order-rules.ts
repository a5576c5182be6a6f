import type { ParcelState } from '@tanabana/contract/order.ts'
import { ORDER_STATUS, PARCEL_STATES, type OrderStatus } from '../../../db/order-states.ts'
import type { Actor, EventKind, Transition } from './transition.ts'

export { ORDER_STATUS, type OrderStatus }

/** How the shop has its money, or will get it. `unpaid`: the merchant accepted the order without. */
type Terms = 'paid' | 'on delivery' | 'unpaid'

const FULFILLMENT_STATES = ['accepted', 'handed over', 'undelivered', 'on its way back', 'delivered'] as const
const CLOSED_STATES = ['cancelled', 'returned to sender', 'lost'] as const

export const ORDER_STATES = ['awaiting payment', ...FULFILLMENT_STATES, ...CLOSED_STATES] as const

type FulfillmentState = (typeof FULFILLMENT_STATES)[number]
type ClosedState = (typeof CLOSED_STATES)[number]
export type OrderState = (typeof ORDER_STATES)[number]

/** An order with its parcel. Released pieces went back into stock, and a payment takes them again. */
export type Order =
  | { state: 'awaiting payment'; pieces: 'held' | 'released' }
  | { state: FulfillmentState; terms: Terms }
  | { state: ClosedState }

/** Every order that there can be. */
export const ALL_ORDERS: readonly Order[] = [
  { state: 'awaiting payment', pieces: 'held' },
  { state: 'awaiting payment', pieces: 'released' },
  ...FULFILLMENT_STATES.flatMap((state) =>
    (['paid', 'on delivery', 'unpaid'] as const).map((terms) => ({ state, terms })),
  ),
  ...CLOSED_STATES.map((state) => ({ state })),
]

/** The status code that the contract shows for a state. */
export const STATUS_OF: Readonly<Record<OrderState, OrderStatus>> = {
  'awaiting payment': ORDER_STATUS.pending,
  accepted: ORDER_STATUS.processing,
  'handed over': ORDER_STATUS.shipped,
  undelivered: ORDER_STATUS.shipped,
  'on its way back': ORDER_STATUS.shipped,
  delivered: ORDER_STATUS.delivered,
  cancelled: ORDER_STATUS.cancelled,
  'returned to sender': ORDER_STATUS.cancelled,
  lost: ORDER_STATUS.cancelled,
}

/** The state that a status code tells without a parcel state. */
const STATE_OF = Object.fromEntries(
  ORDER_STATES.filter((state) => parcelOf(state) === null).map((state) => [STATUS_OF[state], state]),
) as Readonly<Record<OrderStatus, OrderState>>

/**
 * Effect of a change on the pieces of an order.
 * - `take`: those that went back into stock are taken again; the change is refused when they are gone
 * - `take beyond stock`: as `take`, below 0 where they are gone
 * - `release`: they go back into stock
 * - `sell`, `write off`: those that the order holds leave the shop
 */
export type StockEffect = 'take' | 'take beyond stock' | 'release' | 'sell' | 'write off'

export interface OrderTransition extends Transition<OrderState> {
  readonly event: EventKind
  readonly stock?: StockEffect
  readonly terms?: Terms
  /** The money received for the order becomes due for refund. */
  readonly makesRefundDue?: true
  /** The terms that it needs, unless the merchant allows it unpaid. */
  readonly needs?: readonly Terms[]
  /** Only while the pieces are held, or released. */
  readonly pieces?: 'held' | 'released'
}

const OUTSIDE = ['handed over', 'undelivered', 'on its way back'] as const
const PAID_OR_CASH = ['paid', 'on delivery'] as const

/** Every change of an order. What is received, refunded and returned has its own rules. */
export const ORDER_TRANSITIONS = {
  release: {
    moves: stay('awaiting payment'),
    by: ['job'],
    pieces: 'held',
    stock: 'release',
    event: 'order.released',
  },
  hold: {
    moves: stay('awaiting payment'),
    by: ['shopper'],
    stock: 'take',
    event: 'order.held',
  },
  'accept on delivery': {
    moves: to('accepted', 'awaiting payment'),
    by: ['shopper', 'merchant'],
    terms: 'on delivery',
    stock: 'take',
    event: 'order.accepted',
  },
  'accept unpaid': {
    moves: to('accepted', 'awaiting payment'),
    by: ['merchant'],
    terms: 'unpaid',
    needs: PAID_OR_CASH,
    stock: 'take beyond stock',
    event: 'order.accepted',
  },
  confirm: {
    moves: stay('accepted'),
    by: ['shopper'],
    event: 'order.confirmed',
  },
  pay: {
    moves: { ...to('accepted', 'awaiting payment'), ...stay(...FULFILLMENT_STATES) },
    by: ['provider', 'merchant'],
    terms: 'paid',
    stock: 'take beyond stock',
    event: 'order.paid',
  },
  ship: {
    moves: to('handed over', 'accepted'),
    by: ['merchant'],
    needs: PAID_OR_CASH,
    event: 'order.shipped',
  },
  'correct parcel': { moves: stay(...OUTSIDE), by: ['merchant'], event: 'parcel.corrected' },
  'report undelivered': {
    moves: to('undelivered', 'handed over'),
    by: ['merchant', 'courier'],
    event: 'order.undelivered',
  },
  'send back': {
    moves: to('on its way back', 'handed over', 'undelivered'),
    by: ['merchant', 'courier'],
    event: 'order.returning',
  },
  deliver: {
    moves: to('delivered', 'handed over', 'undelivered'),
    by: ['merchant', 'courier'],
    needs: ['paid'],
    stock: 'sell',
    event: 'order.delivered',
  },
  'return to sender': {
    moves: to('returned to sender', ...OUTSIDE),
    by: ['merchant', 'courier'],
    stock: 'release',
    makesRefundDue: true,
    event: 'order.returned',
  },
  'return spoiled to sender': {
    moves: to('returned to sender', ...OUTSIDE),
    by: ['merchant'],
    stock: 'write off',
    makesRefundDue: true,
    event: 'order.returned',
  },
  lose: {
    moves: to('lost', ...OUTSIDE),
    by: ['merchant', 'courier'],
    stock: 'write off',
    makesRefundDue: true,
    event: 'order.lost',
  },
  cancel: {
    moves: to('cancelled', 'awaiting payment', 'accepted'),
    by: ['shopper', 'merchant'],
    stock: 'release',
    makesRefundDue: true,
    event: 'order.cancelled',
  },
  expire: {
    moves: to('cancelled', 'awaiting payment'),
    by: ['job'],
    stock: 'release',
    makesRefundDue: true,
    event: 'order.cancelled',
  },
} as const satisfies Record<string, OrderTransition>

export type OrderChange = keyof typeof ORDER_TRANSITIONS

/** Why a change is refused. */
export type Refusal = 'state' | 'actor' | 'unpaid' | 'already paid' | 'not held'

export type Decision = { order: Order; transition: OrderTransition } | { refusal: Refusal }

/** The order after a change, with the effects of its transition, or why it is refused. */
export function decide(
  order: Order,
  change: OrderChange,
  actor: Actor,
  { allowsUnpaid = false }: { allowsUnpaid?: boolean } = {},
): Decision {
  const transition: OrderTransition = ORDER_TRANSITIONS[change]
  const state = transition.moves[order.state]
  const present = termsOf(order)
  if (state === undefined) return { refusal: 'state' }
  if (!transition.by.includes(actor)) return { refusal: 'actor' }
  if (transition.terms === 'paid' && present === 'paid') return { refusal: 'already paid' }
  if (transition.needs?.includes(present) === false && !allowsUnpaid) return { refusal: 'unpaid' }
  if (transition.pieces && 'pieces' in order && order.pieces !== transition.pieces) {
    return { refusal: 'not held' }
  }
  const terms = transition.terms ?? present
  const pieces = transition.stock === 'release' ? 'released' : 'held'
  if (state === 'awaiting payment') return { order: { state, pieces }, transition }
  return { order: isClosed(state) ? { state } : { state, terms }, transition }
}

/** Whether anyone may make the change, paid or not. */
export function allows(order: Order, change: OrderChange): boolean {
  const { by }: OrderTransition = ORDER_TRANSITIONS[change]
  return by.some((actor) => 'order' in decide(order, change, actor, { allowsUnpaid: true }))
}

/** Whether something is still to come: money, a parcel, or the end. */
export function isOpen({ state }: { state: OrderState }): boolean {
  return state !== 'delivered' && !isClosed(state)
}

export function isClosed(state: OrderState): state is ClosedState {
  return CLOSED_STATES.some((closed) => closed === state)
}

/** The columns of an order that tell its state. */
export interface StoredOrder {
  status: number
  parcel: ParcelState | null
  paidAt: Date | null
  cashOnDelivery: boolean
  piecesReleasedAt: Date | null
}

/** The order as the rules see it. */
export function toOrder({ status, parcel, paidAt, cashOnDelivery, piecesReleasedAt }: StoredOrder): Order {
  const state = parcel ?? STATE_OF[status as OrderStatus]
  if (state === 'awaiting payment') return { state, pieces: piecesReleasedAt ? 'released' : 'held' }
  if (isClosed(state)) return { state }
  return { state, terms: paidAt ? 'paid' : cashOnDelivery ? 'on delivery' : 'unpaid' }
}

/** The columns that store a state. */
export function toStored(state: OrderState): Pick<StoredOrder, 'parcel'> & { status: OrderStatus } {
  return { status: STATUS_OF[state], parcel: parcelOf(state) }
}

function parcelOf(state: OrderState): ParcelState | null {
  return PARCEL_STATES.find((parcel) => parcel === state) ?? null
}

function termsOf(order: Order): Terms {
  return 'terms' in order ? order.terms : 'unpaid'
}

function to<To extends OrderState, From extends OrderState>(target: To, ...from: From[]) {
  return Object.fromEntries(from.map((state) => [state, target])) as Record<From, To>
}

function stay<State extends OrderState>(...states: State[]) {
  return Object.fromEntries(states.map((state): [State, OrderState] => [state, state])) as Record<
    State,
    OrderState
  >
}
