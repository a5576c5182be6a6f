/** What a shop lets an account hold before it pays. docs/requirements.md#123-accounts-and-orders */
export interface OrderLimits {
  /** Minutes for which an unpaid order holds its pieces. */
  holdMinutes: number
  /** Pieces of counted variants in all unpaid orders of an account. */
  unpaidPieces: number
  /** Pending unpaid orders of an account. */
  unpaidOrders: number
  /** Orders of an account, and of a phone, that are to be paid at delivery. */
  cashOrders: number
}

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
