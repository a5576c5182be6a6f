import type { Transaction } from '../../db/index.ts'
import type { orders } from '../../db/schema.ts'
import { formatOrderNumber, parseOrderNumber, randomId } from '../../ids.ts'
import { changeOrder, lockOrder, type ChangedOrder } from './change-order.ts'
import { allows, ORDER_STATUS, toOrder, type OrderChange, type OrderStatus } from './lifecycle/order-rules.ts'
import { findShopperReference, recordReceipt, type Receipt } from './receipts.ts'

export class OrderStatusError extends Error {
  override name = 'OrderStatusError'
}

type TakenPieces = Pick<ChangedOrder, 'soldOut' | 'oversold'>

export interface Advanced extends Pick<ChangedOrder, 'refundsDue' | 'restocked'> {
  from: number
  to: number
  /** Pieces that the order took again, where that sold something out or more than there is. */
  taken?: TakenPieces | undefined
}

/** Conditions for advancing an unpaid order: a receipt or explicit permission. */
export interface AdvanceTerms {
  receipt?: Receipt | undefined
  allowsUnpaid?: boolean | undefined
  /** Cancels an order although its shopper gave a bank reference of its payment. */
  ignoresReference?: boolean | undefined
  /** Who reports the step. */
  actor?: 'merchant' | 'courier' | undefined
  now?: Date
}

const CHANGE_TO: Partial<Record<OrderStatus, OrderChange>> = {
  1: 'accept unpaid',
  2: 'ship',
  3: 'deliver',
  4: 'cancel',
}

/**
 * Moves an order to status `to`, for the merchant; an unpaid order only with a receipt or `allowsUnpaid`.
 * @throws {OrderStatusError} there is no such order, or the step is not allowed; nothing changes
 * @throws {ReceiptError} the receipt cannot be recorded; nothing changes
 */
export async function advanceOrder(
  tx: Transaction,
  tenantId: string,
  number: string,
  to: OrderStatus,
  {
    receipt,
    allowsUnpaid = false,
    ignoresReference = false,
    actor = 'merchant',
    now = new Date(),
  }: AdvanceTerms = {},
  columns: Partial<typeof orders.$inferInsert> = {},
): Promise<Advanced> {
  const shown = formatOrderNumber(number)
  let order = await lockOrder(tx, tenantId, number)
  if (!order) throw new OrderStatusError(`This shop has no order ${shown}.`)
  const { status: from } = order
  const change = CHANGE_TO[to]
  const refused = () => new OrderStatusError(refusalSentence(shown, from, to))
  if (!change || !allows(toOrder(order), change)) throw refused()
  if (to === ORDER_STATUS.cancelled && order.paidAt === null && !ignoresReference) {
    const reference = await findShopperReference(tx, tenantId, number)
    if (reference !== undefined) throw new OrderStatusError(referenceSentence(shown, reference))
  }
  let paid: TakenPieces | undefined
  if (receipt) {
    if (to === ORDER_STATUS.cancelled) {
      throw new OrderStatusError("A cancelled order can't be paid. Leave out --paid-by.")
    }
    if (order.paidAt !== null) {
      throw new OrderStatusError(
        `Order ${shown} is already paid. Leave out --paid-by; record a second payment with: store payments received.`,
      )
    }
    paid = await recordReceipt(tx, tenantId, { orderNumber: number, receipt, newId: randomId(), now })
    order = (await lockOrder(tx, tenantId, number)) ?? order
  }
  if (order.status === to) return { from, to, refundsDue: 0, restocked: [], ...takenBy(paid) }
  const changed = await changeOrder(tx, order, change, { actor, now, allowsUnpaid }, columns)
  if ('refusal' in changed) {
    if (changed.refusal !== 'unpaid') throw refused()
    throw new OrderStatusError(
      `Order ${shown} is not paid. Say how it was paid with --paid-by upi|cash|bank --reference <text>, ` +
        'or move it on unpaid with --unpaid.',
    )
  }
  const { refundsDue, restocked } = changed
  return { from, to, refundsDue, restocked, ...takenBy(paid ?? changed) }
}

function refusalSentence(shown: string, from: number, to: OrderStatus): string {
  const sentence = `Order ${shown} is ${nameOf(from)} and can't become ${nameOf(to)}`
  const isSkip = to > from + 1 && to <= ORDER_STATUS.delivered
  return isSkip
    ? `${sentence} yet: it becomes ${nameOf(from + 1)} first.`
    : `${sentence}: statuses only move forward.`
}

function referenceSentence(shown: string, reference: string): string {
  return (
    `The shopper of order ${shown} gave the UTR ${reference}, so the money may have arrived. Look for it at the bank, and ` +
    `record it with: store payments received. To cancel the order all the same, add --despite-utr.`
  )
}

function takenBy(pieces: TakenPieces | undefined): Pick<Advanced, 'taken'> {
  if (!pieces || pieces.soldOut.length + pieces.oversold === 0) return {}
  return { taken: { soldOut: pieces.soldOut, oversold: pieces.oversold } }
}

/** The name of a status code, as commands write it. */
export function nameOf(status: number): string {
  return Object.entries(ORDER_STATUS).find(([, code]) => code === status)?.[0] ?? String(status)
}

/**
 * The order number without dashes.
 * @throws {OrderStatusError} the text is no order number
 */
export function requireNumber(typed: string): string {
  const number = parseOrderNumber(typed)
  if (number) return number
  throw new OrderStatusError(
    `"${typed}" is not an order number. Order numbers have 12 letters and digits, such as 7K3M-9Q2X-V0AB.`,
  )
}
