/** Who makes a change: the shopper or the holder of a payment link, the merchant, a payment provider, a courier, or a job. */
export const ACTORS = ['shopper', 'merchant', 'provider', 'courier', 'job'] as const

export type Actor = (typeof ACTORS)[number]

/** What an order's event tells. */
export type EventKind =
  | 'order.created'
  | 'order.held'
  | 'order.released'
  | 'order.accepted'
  | 'order.paid'
  | 'order.shipped'
  | 'order.undelivered'
  | 'order.returning'
  | 'order.delivered'
  | 'order.cancelled'
  | 'order.returned'
  | 'order.lost'
  | 'parcel.corrected'
  | 'payment.started'
  | 'payment.failed'
  | 'payment.mismatch'
  | 'refund.due'
  | 'refund.started'
  | 'refund.made'
  | 'refund.failed'
  | 'return.requested'
  | 'return.decided'
  | 'return.received'
  | 'return.refunded'
  | 'stock.low'

/** A change of one kind. A state that `moves` does not name refuses it. */
export interface Transition<State extends string> {
  /** The new state by the present one. */
  readonly moves: Readonly<Partial<Record<State, State>>>
  readonly by: readonly Actor[]
  readonly event: EventKind
}

/** The new state, or `undefined` where the state or the actor does not allow the change. */
export function nextState<State extends string>(
  { moves, by }: Transition<State>,
  state: State,
  actor: Actor,
): State | undefined {
  return by.includes(actor) ? moves[state] : undefined
}
