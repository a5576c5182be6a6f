import type { ACTORS, EVENT_KINDS } from '../../../db/order-states.ts'

export type Actor = (typeof ACTORS)[number]

export type EventKind = (typeof EVENT_KINDS)[number]

/** A change of one kind. A state that `moves` does not name refuses it. */
export interface Transition<State extends string> {
  /** The new state by the present one. */
  readonly moves: Readonly<Partial<Record<State, State>>>
  readonly by: readonly Actor[]
  /** Absent where the event of another change tells it. */
  readonly event?: EventKind
}

/** The new state, or `undefined` where the state or the actor does not allow the change. */
export function nextState<State extends string>(
  { moves, by }: Transition<State>,
  state: State,
  actor: Actor,
): State | undefined {
  return by.includes(actor) ? moves[state] : undefined
}
