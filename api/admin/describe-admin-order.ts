import { and, asc, eq } from 'drizzle-orm'

import type { Transaction } from '../db/index.ts'
import { orderEvents, payments } from '../db/schema.ts'
import { listMessages } from '../messages/stored-messages.ts'
import { readTaxDocuments, type TaxDocumentRow } from '../modules/gst/tax-documents.ts'
import { nameOf } from '../modules/orders/advance.ts'
import {
  createMoneyLookup,
  describeOrder,
  describeReturn,
  formatChoice,
} from '../modules/orders/describe-order.ts'
import type { OrderMoney } from '../modules/orders/lifecycle/money-rules.ts'
import { toOrder } from '../modules/orders/lifecycle/order-rules.ts'
import { listNotes } from '../modules/orders/notes.ts'
import { itemId } from '../modules/orders/order-details.ts'
import { listSettled, refunded, type SettledPayment } from '../modules/orders/order-money.ts'
import { readOrderRefunds } from '../modules/orders/order-refunds.ts'
import type { OrderWithItems } from '../modules/orders/read.ts'
import { readReturns, valueOfReturn } from '../modules/orders/returns.ts'
import { readGivenDetails } from '../modules/payments/refund-details.ts'
import { canRefund } from '../modules/payments/request-refund.ts'
import { remainingOf } from '../modules/payments/return-money.ts'
import type { Permission } from '../modules/staff/permissions.ts'
import type { Tenant } from '../tenant.ts'
import { offeredSteps } from './order-transitions.ts'

const MESSAGES_MAX = 100

/** An order as a row of a list. */
export function describeRow(order: OrderWithItems, money: OrderMoney) {
  return {
    ...describeOrder(order, money),
    state: toOrder(order).state,
    items: order.items.map((item) => ({
      id: itemId(order, item.line),
      productId: item.productId,
      productTitle: item.productTitle,
      quantity: item.quantity,
      price: item.price / 100,
      discount: item.discount / 100,
      choice: formatChoice(item),
      sku: item.sku,
      image: item.imgUrl,
      oversold: item.oversold,
    })),
  }
}

/** An order with all that happened to it. Payments and refunds are for those who may read them. */
export async function describeWhole(
  tx: Transaction,
  tenant: Tenant,
  order: OrderWithItems,
  may: (permission: Permission) => boolean,
) {
  const { id: tenantId } = tenant
  const money = await createMoneyLookup(tx, tenantId, [order])
  const returns = (await readReturns(tx, tenantId, [order.number])).get(order.number) ?? []
  return {
    ...describeRow(order, money(order)),
    transitions: offeredSteps(order, may),
    timeline: await readTimeline(tx, tenantId, order.number),
    ...(may('payments.read') && (await readMoney(tx, tenant, order.number))),
    returns: returns.map((row) => ({
      ...describeReturn(row, order.items),
      value: valueOfReturn(order.items, row, returns) / 100,
    })),
    messages: await readMessages(tx, tenantId, order.number),
    notes: (await listNotes(tx, tenantId, order.number)).map(({ id, text, createdAt }) => ({
      ...{ id, text, at: createdAt.toISOString() },
    })),
    taxDocuments:
      (await readTaxDocuments(tx, tenantId, [order.number])).get(order.number)?.map(toHeading) ?? [],
  }
}

function toHeading({ number, kind, total, issuedAt }: TaxDocumentRow) {
  return { number, kind, total: total / 100, issuedAt: issuedAt.toISOString() }
}

async function readTimeline(tx: Transaction, tenantId: string, number: string) {
  const rows = await tx
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.tenantId, tenantId), eq(orderEvents.orderNumber, number)))
    .orderBy(asc(orderEvents.sequence))
  return rows.map(({ sequence, kind, status, subject, actor, createdAt }) => ({
    ...{ sequence, kind, subject, actor },
    status: status === null ? null : nameOf(status),
    at: createdAt.toISOString(),
  }))
}

async function readMoney(tx: Transaction, tenant: Tenant, number: string) {
  const { id: tenantId } = tenant
  const settled = await listSettled(tx, tenantId, [number])
  return {
    payments: await readPayments(tx, tenant, number, settled),
    refunds: (await readOrderRefunds(tx, tenantId, [number], settled)).get(number) ?? [],
    refundTo: await readRefundTo(tx, tenantId, number),
  }
}

async function readPayments(
  tx: Transaction,
  tenant: Tenant,
  number: string,
  settled: readonly SettledPayment[],
) {
  const { id: tenantId } = tenant
  const rows = await tx
    .select({ payment: payments, refunded })
    .from(payments)
    .where(and(eq(payments.tenantId, tenantId), eq(payments.orderNumber, number)))
    .orderBy(asc(payments.createdAt), asc(payments.id))
  const refundOf = (id: string) => {
    const one = settled.find((payment) => payment.id === id)
    return (
      one && { refundable: remainingOf(one) / 100, refundedBy: canRefund(tenant, one) ? 'provider' : 'shop' }
    )
  }
  return rows.map(({ payment, refunded: back }) => ({
    ...(refundOf(payment.id) ?? { refundable: 0, refundedBy: 'shop' }),
    id: payment.id,
    provider: payment.provider,
    method: payment.method,
    amount: payment.amount / 100,
    currency: payment.currency,
    status: payment.status,
    refunded: back / 100,
    reference: payment.gatewayReference,
    customerReference: payment.customerReference,
    createdAt: payment.createdAt.toISOString(),
    settledAt: payment.settledAt?.toISOString() ?? null,
  }))
}

/** Where the shopper wants a refund that the merchant sends; null where nothing is given. */
async function readRefundTo(tx: Transaction, tenantId: string, number: string) {
  const given = (await readGivenDetails(tx, tenantId, [number])).get(number)
  return given ? { upiId: given.upiId, givenAt: given.givenAt.toISOString() } : null
}

async function readMessages(tx: Transaction, tenantId: string, orderNumber: string) {
  const rows = await listMessages(tx, tenantId, { orderNumber, limit: MESSAGES_MAX })
  return rows.map(({ id, kind, role, channel, state, attempts, error, createdAt, endedAt }) => ({
    ...{ id, kind, role, channel, state, attempts, error },
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}
