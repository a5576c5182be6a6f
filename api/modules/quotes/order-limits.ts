import type { OrderLimits } from '../../db/json-columns.ts'

const DEFAULT_ORDER_LIMITS: OrderLimits = {
  holdMinutes: 20,
  unpaidPieces: 30,
  unpaidOrders: 3,
  cashOrders: 3,
}

/** The limits of a shop: its own ones, else the usual ones. */
export function orderLimitsOf({
  orderLimits,
}: {
  orderLimits?: Partial<OrderLimits> | undefined
}): OrderLimits {
  return { ...DEFAULT_ORDER_LIMITS, ...orderLimits }
}
