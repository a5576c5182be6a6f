import { and, asc, eq, inArray } from 'drizzle-orm'

import { BUILT_IN_RETURN_DAYS } from '@tanabana/contract/store-info.ts'
import { joinLines } from '@tanabana/contract/text.ts'
import type { Transaction } from '../../db/index.ts'
import { orderReturns } from '../../db/schema.ts'
import { ApiError } from '../../errors.ts'
import { formatOrderNumber, newReturnId } from '../../ids.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import { priceOfPieces, type ItemRow, type OrderRow, type OrderWithItems } from './read.ts'
import {
  changeReturn,
  lockOrder,
  recordEvents,
  type ChangedReturn,
  type LockedOrder,
} from './change-order.ts'
import { ORDER_STATUS, toOrder } from './lifecycle/order-rules.ts'
import { isUndecided, SHOWN_RETURN } from './lifecycle/return-rules.ts'
import { isReturnBeingRefunded } from './refund-requests.ts'
import { readSteps, type Step } from './steps.ts'
import type { ReturnedLine } from '../../db/json-columns.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const REASON_MAX = 500
/** Bounds the requests of one order; each may hold several lines. */
const RETURNS_PER_ORDER_MAX = 20

export type ReturnRow = typeof orderReturns.$inferSelect

const DECISIONS = { accepted: 'accept', refused: 'refuse', withdrawn: 'withdraw' } as const

/** A return cannot be decided; the message is for the merchant. */
export class ReturnError extends Error {
  override name = 'ReturnError'
}

/** The end, perhaps past, of the time to return a delivered order; `undefined` for orders that can't be returned. */
export function returnDeadline(
  record: Pick<StoreRecord, 'returnPolicy'>,
  order: OrderRow,
  steps: readonly Step[],
): Date | undefined {
  if (toOrder(order).state !== 'delivered') return undefined
  const delivered = steps.find(({ status }) => status === ORDER_STATUS.delivered)
  const days = record.returnPolicy?.days ?? BUILT_IN_RETURN_DAYS
  return delivered && days > 0 ? new Date(delivered.reachedAt.getTime() + days * DAY_MS) : undefined
}

/** Pieces of a line that are in no return that is requested or accepted. */
export function returnableQuantity(
  item: Pick<ItemRow, 'line' | 'quantity'>,
  returns: readonly ReturnRow[],
): number {
  const returned = returns
    .filter(({ status }) => SHOWN_RETURN[status] !== 'refused')
    .flatMap(({ lines }) => lines)
    .filter(({ line }) => line === item.line)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return Math.max(0, item.quantity - returned)
}

/**
 * What the pieces of a return cost the shopper, in paise: their price less their part of the order's discount. The parts of
 * all pieces of a line are together its discount, whatever the order in which returns of it are accepted.
 */
export function valueOfReturn(
  items: readonly Pick<ItemRow, 'line' | 'quantity' | 'price' | 'discount'>[],
  returned: ReturnRow,
  returns: readonly ReturnRow[],
): number {
  const earlier = returns.filter((one) => one.id !== returned.id && isDecidedBefore(one, returned))
  return returned.lines.reduce((sum, { line, quantity }) => {
    const item = items.find((one) => one.line === line)
    if (!item) return sum
    const before = item.quantity - returnableQuantity(item, earlier)
    return sum + priceOfPieces(item, before + quantity) - priceOfPieces(item, before)
  }, 0)
}

/** Whether `one` is accepted, and was so before the other return was decided. */
function isDecidedBefore(one: ReturnRow, { id, decidedAt }: ReturnRow): boolean {
  if (SHOWN_RETURN[one.status] !== 'accepted' || one.decidedAt === null) return false
  const age = decidedAt === null ? -1 : one.decidedAt.getTime() - decidedAt.getTime()
  return age < 0 || (age === 0 && one.id < id)
}

/** The returns of these orders, oldest first, by order number. */
export async function readReturns(
  tx: Transaction,
  tenantId: string,
  orderNumbers: readonly string[],
): Promise<Map<string, ReturnRow[]>> {
  if (orderNumbers.length === 0) return new Map()
  return Map.groupBy(await listReturns(tx, tenantId, { orderNumbers }), ({ orderNumber }) => orderNumber)
}

/**
 * Records a request to return items of a delivered order, which the merchant decides.
 * @throws {ApiError} 409 the order is not delivered or its time is over, 422 the lines or the reason are not valid
 */
export async function requestReturn(
  tx: Transaction,
  tenant: { id: string; record: StoreRecord },
  order: OrderWithItems,
  request: { lines: readonly ReturnedLine[]; reason: string; now: Date },
): Promise<void> {
  const { now } = request
  const { id: tenantId, record } = tenant
  // Simultaneous requests must not return the same piece twice.
  const locked = await lockOrder(tx, tenantId, order.number)
  const steps = (await readSteps(tx, tenantId, [order.number])).get(order.number) ?? []
  const deadline = locked && returnDeadline(record, locked, steps)
  if (!deadline) throw new ApiError(409, "This order can't be returned.")
  if (deadline < now) throw new ApiError(409, 'The time to return this order is over.')
  const reason = joinLines(request.reason).trim()
  if (reason === '' || reason.length > REASON_MAX) {
    throw new ApiError(422, `Please give a reason of at most ${REASON_MAX} characters.`)
  }
  const existing = (await readReturns(tx, tenantId, [order.number])).get(order.number) ?? []
  if (existing.length >= RETURNS_PER_ORDER_MAX) throw new ApiError(409, "This order can't be returned.")
  // Checked before they are added up: +4 and −1 are no return of 3 pieces.
  const arePieces = request.lines.every(({ quantity }) => quantity >= 1)
  const wanted = Map.groupBy(request.lines, ({ line }) => line)
  const lines = [...wanted].map(([line, all]) => ({
    line,
    quantity: all.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
  const isValid = lines.every(({ line, quantity }) => {
    const item = order.items.find((one) => one.line === line)
    return item !== undefined && quantity <= returnableQuantity(item, existing)
  })
  if (lines.length === 0 || !arePieces || !isValid) {
    throw new ApiError(422, 'Please choose items of this order that are not being returned already.')
  }
  const id = newReturnId()
  await tx
    .insert(orderReturns)
    .values({ tenantId, id, orderNumber: order.number, lines, reason, createdAt: now })
  await recordEvents(tx, order, { actor: 'shopper', now }, [{ kind: 'return.requested', subject: id }])
}

/**
 * Withdraws a return of the order for its shopper, who keeps the pieces.
 * @throws {ApiError} 404 the order has no such return, 409 its pieces are back, or it has ended
 */
export async function withdrawReturn(
  tx: Transaction,
  order: OrderWithItems,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const { tenantId, number } = order
  const locked = await lockOrder(tx, tenantId, number)
  const row = (await readReturns(tx, tenantId, [number])).get(number)?.find((one) => one.id === id)
  if (!locked || !row) throw new ApiError(404, 'This order has no such return.')
  const columns = { decidedAt: row.decidedAt ?? now }
  const withdrawn = await changeReturn(tx, locked, row, 'withdraw', { actor: 'shopper', now }, columns)
  if (!withdrawn) throw new ApiError(409, "This return can't be withdrawn any more.")
}

/** Returns of a shop, oldest first: those in a state and of some orders, where these are given. */
export async function listReturns(
  tx: Transaction,
  tenantId: string,
  { statuses, orderNumbers }: { statuses?: ReturnRow['status'][]; orderNumbers?: readonly string[] } = {},
): Promise<ReturnRow[]> {
  return tx
    .select()
    .from(orderReturns)
    .where(
      and(
        eq(orderReturns.tenantId, tenantId),
        statuses && inArray(orderReturns.status, statuses),
        orderNumbers && inArray(orderReturns.orderNumber, [...orderNumbers]),
      ),
    )
    .orderBy(asc(orderReturns.createdAt), asc(orderReturns.id))
}

export async function findReturn(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<ReturnRow | undefined> {
  const [row] = await tx
    .select()
    .from(orderReturns)
    .where(and(eq(orderReturns.tenantId, tenantId), eq(orderReturns.id, id)))
  return row
}

/**
 * Accepts or refuses an open return, refuses one whose pieces are back, or withdraws one whose pieces do not come.
 * @throws {ReturnError} there is no such return, it is decided already, or its refund is in progress; nothing changes
 */
export async function decideReturn(
  tx: Transaction,
  tenantId: string,
  decision: {
    id: string
    status: 'accepted' | 'refused' | 'withdrawn'
    note?: string | undefined
    now: Date
  },
): Promise<ReturnRow> {
  const { id, status, note, now } = decision
  const { order, row } = await lockReturn(tx, tenantId, id)
  await refuseWhileRefunded(tx, row)
  const change = DECISIONS[status]
  const columns = { note: note ?? row.note, decidedAt: row.decidedAt ?? now }
  const decided = await changeReturn(tx, order, row, change, { actor: 'merchant', now }, columns)
  if (decided) return decided.row
  throw new ReturnError(`Return ${id} of order ${formatOrderNumber(order.number)} is already ${row.status}.`)
}

/**
 * Records that the pieces of an accepted return are back: they go into stock again, unless they are spoiled.
 * @throws {ReturnError} there is no such return, or it is not accepted; nothing changes
 */
export async function receiveReturn(
  tx: Transaction,
  tenantId: string,
  { id, isSpoiled, now }: { id: string; isSpoiled: boolean; now: Date },
): Promise<ChangedReturn> {
  const { order, row } = await lockReturn(tx, tenantId, id)
  const change = isSpoiled ? 'receive spoiled' : 'receive'
  const received = await changeReturn(tx, order, row, change, { actor: 'merchant', now })
  if (received) return received
  const isOpen = isUndecided(row.status)
  const remedy = isOpen ? ' Accept it first, with: store returns accept' : ''
  const state = isOpen ? row.status : `already ${row.status}`
  throw new ReturnError(`Return ${id} of order ${formatOrderNumber(order.number)} is ${state}.${remedy}`)
}

/**
 * A provider that is asked for the money of a return sends it, so nothing else may become of the return meanwhile.
 * @throws {ReturnError} its refund is in progress
 */
export async function refuseWhileRefunded(
  tx: Transaction,
  { tenantId, id, orderNumber }: ReturnRow,
): Promise<void> {
  if (!(await isReturnBeingRefunded(tx, tenantId, id))) return
  throw new ReturnError(
    `The refund of return ${id} of order ${formatOrderNumber(orderNumber)} is in progress. Wait for it: store payments refunds`,
  )
}

/**
 * Locks a return and its order until the transaction ends.
 * @throws {ReturnError} there is no such return
 */
export async function lockReturn(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<{ order: LockedOrder; row: ReturnRow }> {
  const isReturn = and(eq(orderReturns.tenantId, tenantId), eq(orderReturns.id, id))
  const [named] = await tx.select({ number: orderReturns.orderNumber }).from(orderReturns).where(isReturn)
  const order = named && (await lockOrder(tx, tenantId, named.number))
  const [row] = await tx.select().from(orderReturns).where(isReturn).for('update')
  if (row && order) return { order, row }
  throw new ReturnError(`This shop has no return ${id}.`)
}
