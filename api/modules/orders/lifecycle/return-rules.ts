import type { Transition } from './transition.ts'

export const RETURN_STATES = [
  'requested',
  'accepted',
  'received',
  'refunded',
  'refused',
  'withdrawn',
] as const

export type ReturnState = (typeof RETURN_STATES)[number]

export interface ReturnTransition extends Transition<ReturnState> {
  /** The pieces that came back go into stock, or are spoiled: the order holds none of them. */
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

/** Whether the shop has to decide on the return. */
export function isUndecided(state: ReturnState): boolean {
  return state in RETURN_TRANSITIONS.accept.moves
}
