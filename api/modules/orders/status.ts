/** docs/requirements.md#44-order-status */
export const ORDER_STATUS = { pending: 0, processing: 1, shipped: 2, delivered: 3, cancelled: 4 } as const

export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS]

const NEXT: Record<number, number[]> = { 0: [1, 4], 1: [2, 4], 2: [3], 3: [], 4: [] }

/** Only forward, or to Cancelled before shipping. docs/requirements.md#124-order-statuses */
export function canAdvance(from: number, to: number): boolean {
  return NEXT[from]?.includes(to) ?? false
}
