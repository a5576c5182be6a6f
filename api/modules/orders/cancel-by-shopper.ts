import type { Transaction } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { changeOrder, type ChangedOrder, type LockedOrder } from './change-order.ts'

/** @throws {ApiError} 409 the order is shipped or closed */
export async function cancelByShopper(
  tx: Transaction,
  order: LockedOrder | undefined,
  now: Date,
): Promise<ChangedOrder> {
  const cancelled = order && (await changeOrder(tx, order, 'cancel', { actor: 'shopper', now }))
  if (cancelled && 'order' in cancelled) return cancelled
  throw new ApiError(409, "This order can't be cancelled any more.")
}
