import type { RETURN_STATES } from '../../../db/order-states.ts'
import type { ReturnStage } from '@tanabana/contract/order.ts'
import { nextState, type EventKind, type Transition } from './transition.ts'

export type ReturnState = (typeof RETURN_STATES)[number]

export interface ReturnTransition extends Transition<ReturnState> {
  readonly event: EventKind
  /** The pieces that came back go into stock; without it they are spoiled. The order holds none of them. */
  readonly stock?: 'return'
}

/** Every change of a return. A delivered order stays Delivered whatever comes back. */
export const RETURN_TRANSITIONS = {
  accept: { moves: { requested: 'accepted' }, by: ['merchant'], event: 'return.decided' },
  refuse: {
    moves: { requested: 'refused', received: 'refused' },
    by: ['merchant'],
    event: 'return.decided',
  },
  withdraw: {
    moves: { requested: 'withdrawn', accepted: 'withdrawn' },
    by: ['shopper', 'merchant', 'job'],
    event: 'return.decided',
  },
  receive: {
    moves: { accepted: 'received' },
    by: ['merchant'],
    stock: 'return',
    event: 'return.received',
  },
  'receive spoiled': { moves: { accepted: 'received' }, by: ['merchant'], event: 'return.received' },
  refund: {
    moves: { received: 'refunded' },
    by: ['merchant', 'provider'],
    event: 'return.refunded',
  },
} as const satisfies Record<string, ReturnTransition>

export type ReturnChange = keyof typeof RETURN_TRANSITIONS

/** Whether the shop has to decide on the return. */
export function isUndecided(state: ReturnState): boolean {
  return state in RETURN_TRANSITIONS.accept.moves
}

/** Whether the shopper may withdraw the return. */
export function isWithdrawable(state: ReturnState): boolean {
  return nextState<ReturnState>(RETURN_TRANSITIONS.withdraw, state, 'shopper') !== undefined
}

/** Whether the shop still has to deal with the return: to decide on it, to wait for its pieces, or to refund it. */
export function isOpenReturn(state: ReturnState): boolean {
  return Object.values<ReturnTransition>(RETURN_TRANSITIONS).some(({ moves }) => state in moves)
}

/** States that the contract has no status for, and shows as the stage of a return. */
export function stageOf(state: ReturnState): ReturnStage | undefined {
  return state === 'received' || state === 'refunded' || state === 'withdrawn' ? state : undefined
}

/** The state as the contract shows it. docs/requirements.md#1125-returns */
export const SHOWN_RETURN: Readonly<Record<ReturnState, 'requested' | 'accepted' | 'refused'>> = {
  requested: 'requested',
  accepted: 'accepted',
  received: 'accepted',
  refunded: 'accepted',
  refused: 'refused',
  withdrawn: 'refused',
}
