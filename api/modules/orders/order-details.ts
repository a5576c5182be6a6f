import type { Transaction } from '../../db/index.ts'
import { formatOrderNumber } from '../../ids.ts'
import { listSettled, sumMoney } from './order-money.ts'
import { readOrderRefunds, type OrderRefund } from './order-refunds.ts'
import type { Tenant } from '../../tenant.ts'
import { toOrderResponse, type ItemRow, type OrderResponse, type OrderWithItems } from './read.ts'
import { readReturns, returnableQuantity, returnDeadline, type ReturnRow } from './returns.ts'
import { allows, ORDER_STATUS, toOrder } from './lifecycle/order-rules.ts'
import { isWithdrawable, SHOWN_RETURN, stageOf } from './lifecycle/return-rules.ts'
import { readSteps, type Step } from './steps.ts'

type Item = OrderResponse['items'][number]

/**
 * The response bodies of orders with the details of the shop's capabilities. Only the account that placed an order gets
 * the recipient's name. docs/requirements.md#1123-shipment docs/requirements.md#1126-invoice
 */
export async function describeOrders(
  tx: Transaction,
  { id: tenantId, record }: Pick<Tenant, 'id' | 'record'>,
  orders: readonly OrderWithItems[],
  { isOwner, now }: { isOwner: boolean; now: Date },
): Promise<OrderResponse[]> {
  const has = new Set(record.capabilities)
  const numbers = orders.map(({ number }) => number)
  const needsSteps = has.has('shipment') || has.has('returns')
  const steps = needsSteps ? await readSteps(tx, tenantId, numbers) : new Map<string, Step[]>()
  const returns = has.has('returns')
    ? await readReturns(tx, tenantId, numbers)
    : new Map<string, ReturnRow[]>()
  const settled = has.has('shipment') ? await listSettled(tx, tenantId, numbers) : []
  const money = sumMoney(orders, settled)
  const refunds = has.has('shipment')
    ? await readOrderRefunds(tx, tenantId, numbers, settled)
    : new Map<string, OrderRefund[]>()

  return orders.map((order) => {
    const ownSteps = steps.get(order.number) ?? []
    const ownReturns = returns.get(order.number) ?? []
    const until = has.has('returns') ? returnDeadline(record, order, ownSteps) : undefined
    const isReturnable = until !== undefined && until >= now
    const response = toOrderResponse(order)
    return {
      ...response,
      items: response.items.map((item, index) => ({
        ...item,
        ...itemDetails(order.items[index], has, isReturnable ? ownReturns : undefined),
      })),
      ...(order.cashOnDelivery && { cashOnDelivery: true }),
      ...(order.cashOnDelivery &&
        order.cashFee > 0 && { fees: [{ kind: 'cash-on-delivery', amount: order.cashFee / 100 }] }),
      ...(has.has('quotes') && order.promisedBy && { promisedBy: dayOf(order.promisedBy) }),
      ...(has.has('shipment') && {
        payment: money.get(order.number)?.payment ?? 'unpaid',
        refunds: refunds.get(order.number) ?? [],
        history: toHistory(order, ownSteps),
        ...(order.shipment && {
          shipment: { ...order.shipment, ...(order.parcel && { parcel: order.parcel }) },
        }),
      }),
      ...(has.has('cancellation') && { cancellable: allows(toOrder(order), 'cancel') }),
      ...(has.has('returns') && {
        ...(isReturnable && { returnableUntil: until.toISOString() }),
        returns: ownReturns.map((one) => toReturn(order, one)),
      }),
      ...(has.has('invoice') && {
        invoice: {
          ...(isOwner && order.shippingAddress.fullName && { recipient: order.shippingAddress.fullName }),
          ...(order.paidAt && { paidAt: order.paidAt.toISOString() }),
        },
      }),
    }
  })
}

/** A day as `2026-11-26`. */
function dayOf(day: Date): string {
  return day.toISOString().slice(0, 10)
}

function itemDetails(
  row: ItemRow | undefined,
  has: ReadonlySet<string>,
  returns: readonly ReturnRow[] | undefined,
): Partial<Item> {
  if (!row) return {}
  return {
    ...(returns && { returnable: returnableQuantity(row, returns) }),
    ...(has.has('invoice') && row.hsn !== null && { hsn: row.hsn }),
    ...(has.has('invoice') && row.gstRate !== null && { gstRate: row.gstRate }),
  }
}

/** The order's creation and its recorded steps. */
function toHistory({ createdAt }: OrderWithItems, steps: readonly Step[]): OrderResponse['history'] {
  return [
    { status: ORDER_STATUS.pending, at: createdAt.toISOString() },
    ...steps.map(({ status, reachedAt }) => ({ status, at: reachedAt.toISOString() })),
  ]
}

function toReturn(
  order: OrderWithItems,
  { id, status, lines, reason, note, createdAt, decidedAt }: ReturnRow,
) {
  return {
    id,
    status: SHOWN_RETURN[status],
    stage: stageOf(status),
    withdrawable: isWithdrawable(status),
    items: lines.map(({ line, quantity }) => ({ id: itemId(order, line), quantity })),
    reason,
    ...(note !== null && { note }),
    createdAt: createdAt.toISOString(),
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
  }
}

/** The id of an item in responses. */
export function itemId({ number }: Pick<OrderWithItems, 'number'>, line: number): string {
  return `${formatOrderNumber(number)}-${line}`
}
