import { decide, toOrder, type OrderChange, type Refusal } from '../modules/orders/lifecycle/order-rules.ts'
import type { OrderRow } from '../modules/orders/read.ts'
import type { Permission } from '../modules/staff/permissions.ts'

interface OrderStep {
  change: OrderChange
  access: Permission
}

/** What staff do with an order, by the last part of the call's path. */
export const ORDER_STEPS = {
  accept: { change: 'accept unpaid', access: 'orders.decide' },
  ship: { change: 'ship', access: 'orders.ship' },
  'correct-parcel': { change: 'correct parcel', access: 'orders.ship' },
  deliver: { change: 'deliver', access: 'orders.ship' },
  undelivered: { change: 'report undelivered', access: 'orders.ship' },
  'send-back': { change: 'send back', access: 'orders.ship' },
  'returned-to-sender': { change: 'return to sender', access: 'orders.ship' },
  'returned-spoiled': { change: 'return spoiled to sender', access: 'orders.ship' },
  lost: { change: 'lose', access: 'orders.decide' },
  cancel: { change: 'cancel', access: 'orders.decide' },
} as const satisfies Record<string, OrderStep>

export type OrderStepName = keyof typeof ORDER_STEPS

export interface OfferedStep {
  name: OrderStepName
  allowed: boolean
  /** Why it is not allowed, as a word for programs; `unpaid` is a question that the caller may answer. */
  reason?: Refusal | 'permission'
}

const NAMES = Object.keys(ORDER_STEPS) as OrderStepName[]

/** Every step, and why it can't be made now. */
export function offeredSteps(order: OrderRow, may: (permission: Permission) => boolean): OfferedStep[] {
  return NAMES.map((name) => {
    const reason = refusalOf(order, name, may)
    return { name, allowed: reason === undefined, ...(reason !== undefined && { reason }) }
  })
}

function refusalOf(order: OrderRow, name: OrderStepName, may: (permission: Permission) => boolean) {
  const { change, access } = ORDER_STEPS[name]
  const decision = decide(toOrder(order), change, 'merchant')
  const refusal = 'refusal' in decision ? decision.refusal : undefined
  // `unpaid` is a question to those who may make the step.
  return (refusal === undefined || refusal === 'unpaid') && !may(access) ? ('permission' as const) : refusal
}

/** One sentence for each reason why a step is refused. */
export const STEP_REFUSALS: Readonly<Record<Refusal, string>> = {
  state: 'The order is not in a state for this. Its other steps say what is possible.',
  actor: 'Staff cannot do this.',
  unpaid: 'The order is not paid. Record its payment, or say that it goes on unpaid.',
  'already paid': 'The order is paid already.',
  'not held': 'The pieces of the order are not reserved.',
}
