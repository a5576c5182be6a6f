import type { ConfirmationLink } from '@tanabana/contract/confirmation-link.ts'
import type { ConfirmationDecision } from '@tanabana/contract/requests.ts'
import type { Transaction } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { formatOrderNumber } from '../../ids.ts'
import type { TokenSource } from '../../link-tokens.ts'
import { cancelByShopper } from './cancel-by-shopper.ts'
import { changeOrder, type LockedOrder } from './change-order.ts'
import { awaitsConfirmation, isConfirmable } from './confirmation.ts'
import { formatChoice } from './describe-order.ts'
import { isClosed, toOrder } from './lifecycle/order-rules.ts'
import { openOrderLink } from './order-links.ts'
import { amountDue } from './order-money.ts'
import type { OrderWithItems } from './read.ts'

const VALID_MS = 14 * 24 * 60 * 60 * 1000

/** Returns the token of the link that confirms an order. The caller has locked the order. */
export function openConfirmationLink(
  tx: Transaction,
  source: TokenSource,
  order: { tenantId: string; orderNumber: string },
): Promise<string> {
  return openOrderLink(tx, source, { ...order, purpose: 'confirmation' }, VALID_MS)
}

/**
 * Does what the shopper decided; a second confirmation changes nothing.
 * @returns the products with a variant that was sold out before
 * @throws {ApiError} 409 it comes too late
 */
export async function decideConfirmation(
  tx: Transaction,
  order: LockedOrder,
  decision: ConfirmationDecision,
  { isCancellable, now }: { isCancellable: boolean; now: Date },
): Promise<string[]> {
  if (decision === 'cancel') {
    if (!isCancellable) throw new ApiError(409, "This order can't be cancelled here.")
    if (!isConfirmable(order)) throw new ApiError(409, "This order can't be cancelled any more.")
    return (await cancelByShopper(tx, order, now)).restocked
  }
  if (order.confirmedAt !== null) return []
  const by = { actor: 'shopper', now } as const
  if (
    !awaitsConfirmation(order) ||
    !('order' in (await changeOrder(tx, order, 'confirm', by, { confirmedAt: now })))
  )
    throw new ApiError(409, "This order can't be confirmed any more.")
  return []
}

/** What the page of the link shows. */
export function describeConfirmation(
  order: OrderWithItems,
  { canCancel }: { canCancel: boolean },
): ConfirmationLink {
  return {
    id: formatOrderNumber(order.number),
    state: stateOf(order),
    amount: amountDue(order) / 100,
    items: order.items.map((item) => {
      const choice = formatChoice(item)
      return { productTitle: item.productTitle, ...(choice && { choice }), quantity: item.quantity }
    }),
    cancellable: canCancel && isConfirmable(order),
  }
}

function stateOf(order: OrderWithItems): ConfirmationLink['state'] {
  if (isClosed(toOrder(order).state)) return 'cancelled'
  if (!isConfirmable(order)) return 'settled'
  return order.confirmedAt === null ? 'open' : 'confirmed'
}
