import type { ReceivedOrder } from '@tanabana/contract/order.ts'
import { PLACED_ORDER_KEY, readStored, writeStored } from '../platform/storage.ts'
import { orderStatus } from './order.ts'

const RECENT_MS = 24 * 60 * 60 * 1000

/** Remembers in this tab the order that is being paid, for the order-success page. */
export function savePlacedOrder(orderId: string): void {
  writeStored(PLACED_ORDER_KEY, orderId, 'sessionStorage')
}

/** Returns the id of the order that was paid in this tab. */
export function readPlacedOrder(): string | undefined {
  return readStored(PLACED_ORDER_KEY, 'sessionStorage') ?? undefined
}

/**
 * Returns the order to thank for: the one paid in this tab. A payment app may have opened another tab, which shows the
 * newest paid order of the last 24 hours.
 */
export function findPlacedOrder(
  orders: ReceivedOrder[],
  orderId: string | undefined,
  now: number,
): ReceivedOrder | undefined {
  if (orderId !== undefined) return orders.find(({ id }) => id === orderId)
  return orders
    .filter(({ status, createdAt }) => isPaid(status) && now - Date.parse(createdAt ?? '') < RECENT_MS)
    .toSorted((one, other) => Date.parse(other.createdAt ?? '') - Date.parse(one.createdAt ?? ''))[0]
}

function isPaid(status: unknown): boolean {
  return ['processing', 'shipped', 'delivered'].includes(orderStatus(status).code)
}
