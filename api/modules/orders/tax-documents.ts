import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { readPinCode } from '@tanabana/contract/pin-code.ts'
import type { CreditReason, TaxDocument } from '@tanabana/contract/tax-document.ts'
import type { Transaction } from '../../db/index.ts'
import { orderItems, orderReturns, orders } from '../../db/schema.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import { formatOrderNumber } from '../../ids.ts'
import { findPincode } from '../delivery/pincodes.ts'
import { draftCreditNote } from '../gst/credit-note.ts'
import { readTaxDocuments, storeTaxDocument, toTaxDocument } from '../gst/tax-documents.ts'
import { draftInvoice, type Missing } from '../gst/tax-invoice.ts'
import { moneyOf } from './lifecycle/money-rules.ts'
import { isClosed, ORDER_STATUS, toOrder, type OrderChange } from './lifecycle/order-rules.ts'
import { amountDue, isInRupees, listSettled } from './order-money.ts'
import { priceOfPieces, type ItemRow, type OrderRow } from './read.ts'

/**
 * Issues the documents that follow from a change of a locked order, in its transaction: the tax invoice when it is dispatched,
 * and credit notes for what no longer belongs to it. docs/gst.md
 */
export async function issueAfterChange(
  tx: Transaction,
  order: OrderRow,
  change: OrderChange | 'refund',
  now: Date,
): Promise<void> {
  if (change === 'ship') await issueAtDispatch(tx, order, now)
  else if (order.status >= ORDER_STATUS.shipped) await creditWhatWentBack(tx, order, now)
}

async function issueAtDispatch(tx: Transaction, order: OrderRow, now: Date): Promise<void> {
  const record = await readOwnRecord(tx)
  if (record?.capabilities?.includes('tax-invoice')) await issueInvoice(tx, record, order, { now })
}

/** Issues the invoice of a dispatched order that has none; returns what is missing for it. */
export async function issueInvoice(
  tx: Transaction,
  record: StoreRecord,
  order: OrderRow,
  { now, state }: { now: Date; state?: string | undefined },
): Promise<TaxDocument | { missing: Missing }> {
  const { tenantId, number, shippingAddress, cashOnDelivery, cashFee } = order
  const isOrder = and(eq(orders.tenantId, tenantId), eq(orders.number, number))
  const draft = draftInvoice(
    record,
    {
      orderId: formatOrderNumber(number),
      orderedAt: order.createdAt,
      items: await readItems(tx, order),
      cashFee: cashOnDelivery ? cashFee : 0,
      states: [state, await stateOfPincode(tx, order), shippingAddress.state],
    },
    now,
  )
  await tx
    .update(orders)
    .set({ taxMissing: 'missing' in draft ? draft.missing : null })
    .where(isOrder)
  if ('missing' in draft) return draft
  return storeTaxDocument(tx, record, { tenantId, orderNumber: number, recipient: shippingAddress }, draft)
}

/**
 * Credits what went back of an invoiced order and is not credited yet: all of it when the parcel came back or is lost, else
 * the money that was refunded beyond what the order costs, and a cash fee that was not collected.
 */
async function creditWhatWentBack(tx: Transaction, order: OrderRow, now: Date): Promise<void> {
  const { tenantId, number: orderNumber } = order
  const rows = (await readTaxDocuments(tx, tenantId, [orderNumber])).get(orderNumber) ?? []
  const documents = rows.map((row) => toTaxDocument(row, true))
  const invoice = documents.find(({ kind }) => kind !== 'credit-note')
  if (!invoice) return
  const notes = documents.filter(({ kind }) => kind === 'credit-note')
  const credited = notes.reduce((sum, { total }) => sum + total, 0)
  const due = creditDue(order, invoice, await readMoney(tx, order))
  if (due.amount <= credited) return
  const credit = {
    reason: due.reason,
    amount: due.amount - credited,
    returned: await readReturned(tx, order),
  }
  const draft = draftCreditNote(invoice, notes, credit, now)
  const record = draft && (await readOwnRecord(tx))
  if (!record) return
  const recipient = rows[0]?.recipient ?? null
  await storeTaxDocument(tx, record, { tenantId, orderNumber, recipient }, draft)
}

/** What of the invoice is to be credited in all, in paise, and why. */
function creditDue(
  order: OrderRow,
  invoice: Pick<TaxDocument, 'total'>,
  { received, refunded }: { received: number; refunded: number },
): { amount: number; reason: CreditReason } {
  const { state } = toOrder(order)
  if (isClosed(state)) {
    return { amount: invoice.total, reason: state === 'lost' ? 'lost' : 'returned-to-sender' }
  }
  const price = amountDue(order)
  const notCollected = Math.max(0, invoice.total - price)
  const wentBack = order.paidAt === null ? 0 : Math.min(refunded, Math.max(0, price - received + refunded))
  return {
    amount: notCollected + wentBack,
    reason: wentBack > 0 ? 'refund' : 'fee-not-collected',
  }
}

async function readMoney(tx: Transaction, order: OrderRow) {
  const settled = await listSettled(tx, order.tenantId, [order.number])
  return moneyOf(toOrder(order), settled.filter(isInRupees))
}

/** What the pieces that came back cost, by line of the invoice. */
async function readReturned(tx: Transaction, order: OrderRow): Promise<number[]> {
  const { tenantId, number } = order
  const returns = await tx
    .select({ lines: orderReturns.lines })
    .from(orderReturns)
    .where(
      and(
        eq(orderReturns.tenantId, tenantId),
        eq(orderReturns.orderNumber, number),
        inArray(orderReturns.status, ['received', 'refunded']),
      ),
    )
  const items = await readItems(tx, order)
  return items.map((item) => {
    const pieces = returns
      .flatMap(({ lines }) => lines)
      .reduce((sum, one) => sum + (one.line === item.line ? one.quantity : 0), 0)
    return priceOfPieces(item, pieces)
  })
}

function readItems(tx: Transaction, { tenantId, number }: OrderRow): Promise<ItemRow[]> {
  return tx
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.tenantId, tenantId), eq(orderItems.orderNumber, number)))
    .orderBy(asc(orderItems.line))
}

async function stateOfPincode(tx: Transaction, { tenantId, shippingAddress }: OrderRow) {
  const code = readPinCode(shippingAddress.postalCode)
  return code === undefined ? undefined : (await findPincode(tx, tenantId, code))?.state
}

/** A shop's transaction reads no other row of the tenants than this. */
async function readOwnRecord(tx: Transaction): Promise<StoreRecord | undefined> {
  const { rows } = await tx.execute(sql`select own_store_record() as record`)
  return (rows as { record: StoreRecord | null }[])[0]?.record ?? undefined
}
