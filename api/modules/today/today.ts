import type { Transaction } from '../../db/index.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import type { Tenant } from '../../tenant.ts'
import { waitsForShopper } from '../orders/confirmation.ts'
import { findOrdersUnderWay } from '../orders/find-orders.ts'
import { toOrder, type OrderState } from '../orders/lifecycle/order-rules.ts'
import { amountDue } from '../orders/order-money.ts'
import { readOversold, type OrderRow } from '../orders/read.ts'
import { listWaiting, type WaitingOrder } from '../orders/receipts.ts'
import { listReturns, type ReturnRow } from '../orders/returns.ts'
import {
  readDueRefunds,
  readRefundsInProgress,
  type DueRefunds,
  type RefundInProgress,
} from '../payments/due-refunds.ts'
import { listMismatches } from '../payments/mismatches.ts'

export interface TodayOrder {
  order: OrderRow
  /** Paise, with the fee for cash where the courier collects it. */
  amount: number
  /** The courier collects the amount. */
  isCash: boolean
  /** Pieces that are not in stock. */
  oversold: number
}

export interface TodayReturn {
  row: ReturnRow
  /** Paise to refund, once its pieces are back. */
  due?: number
  /** Where the shopper wants the refund. */
  upiId?: string | undefined
}

/** What waits in a shop, by what is next; each oldest first. */
export interface Today {
  /** UPI payments to the shop's own id with the UTR that the shopper gave. */
  paymentsToCheck: WaitingOrder[]
  /** Those without. */
  paymentsToConfirm: WaitingOrder[]
  mismatches: Awaited<ReturnType<typeof listMismatches>>
  /** Cash orders that the shop packs only once they are confirmed. */
  toConfirm: TodayOrder[]
  toShip: TodayOrder[]
  undelivered: TodayOrder[]
  onItsWayBack: TodayOrder[]
  cashToCollect: TodayOrder[]
  toDeliver: TodayOrder[]
  returnsToDecide: TodayReturn[]
  returnsToReceive: TodayReturn[]
  returnsToRefund: TodayReturn[]
  refundsDue: DueRefunds['refundsDue']
  refundsInProgress: RefundInProgress[]
}

export const WAITS_FOR = {
  paymentsToCheck: 'merchant',
  paymentsToConfirm: 'merchant',
  mismatches: 'merchant',
  toConfirm: 'shopper',
  toShip: 'merchant',
  undelivered: 'courier',
  onItsWayBack: 'courier',
  cashToCollect: 'courier',
  toDeliver: 'courier',
  returnsToDecide: 'merchant',
  returnsToReceive: 'shopper',
  returnsToRefund: 'merchant',
  refundsDue: 'merchant',
  refundsInProgress: 'payment provider',
} as const satisfies Record<keyof Today, 'merchant' | 'courier' | 'shopper' | 'payment provider'>

export async function readToday(
  tx: Transaction,
  { id: tenantId, record }: Pick<Tenant, 'id' | 'record'>,
): Promise<Today> {
  const payments = await listWaiting(tx, tenantId)
  return {
    paymentsToCheck: payments.filter(({ customerReference }) => customerReference !== null),
    paymentsToConfirm: payments.filter(({ customerReference }) => customerReference === null),
    mismatches: await listMismatches(tx, tenantId),
    ...(await readParcels(tx, tenantId, record)),
    ...(await readReturns(tx, tenantId)),
    ...(await readDueRefunds(tx, tenantId)),
    refundsInProgress: await readRefundsInProgress(tx, tenantId),
  }
}

async function readParcels(tx: Transaction, tenantId: string, record: StoreRecord) {
  const found = await findOrdersUnderWay(tx, tenantId)
  const oversold = await readOversold(tx, tenantId)
  const listOf = (isIn: (state: OrderState, isCash: boolean, order: OrderRow) => boolean): TodayOrder[] =>
    found.flatMap((order) => {
      const isCash = order.cashOnDelivery && order.paidAt === null
      if (!isIn(toOrder(order).state, isCash, order)) return []
      const amount = isCash ? amountDue(order) : order.total
      return [{ order, amount, isCash, oversold: oversold.get(order.number) ?? 0 }]
    })
  return {
    toConfirm: listOf((_state, _isCash, order) => waitsForShopper(record, order)),
    toShip: listOf((state, _isCash, order) => state === 'accepted' && !waitsForShopper(record, order)),
    undelivered: listOf((state) => state === 'undelivered'),
    onItsWayBack: listOf((state) => state === 'on its way back'),
    cashToCollect: listOf((state, isCash) => isCash && (state === 'handed over' || state === 'delivered')),
    toDeliver: listOf((state, isCash) => !isCash && state === 'handed over'),
  }
}

async function readReturns(tx: Transaction, tenantId: string) {
  const found = await listReturns(tx, tenantId, { statuses: ['requested', 'accepted'] })
  const listOf = (status: ReturnRow['status']): TodayReturn[] =>
    found.filter((row) => row.status === status).map((row) => ({ row }))
  return {
    returnsToDecide: listOf('requested'),
    returnsToReceive: listOf('accepted'),
  }
}
