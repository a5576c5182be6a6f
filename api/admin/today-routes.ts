import * as z from 'zod/mini'

import { readTenant } from '../db/index.ts'
import { moment, rupees, text } from '../http/schemas.ts'
import { formatOrderNumber } from '../ids.ts'
import { listUnansweredMessages } from '../modules/contact/contact-messages.ts'
import { awaitsConfirmation } from '../modules/orders/confirmation.ts'
import { formatOptions } from '../modules/orders/describe-order.ts'
import { listLowStock } from '../modules/today/low-stock.ts'
import { readTakings, type Takings } from '../modules/today/takings.ts'
import {
  readToday,
  WAITS_FOR,
  type Today,
  type TodayOrder,
  type TodayReturn,
} from '../modules/today/today.ts'
import type { Permission } from '../modules/staff/permissions.ts'
import { adminRoute } from './admin-route.ts'
import { may } from './guard.ts'

const LOW_STOCK_MAX = 50
const CONTACT_MAX = 20

const takings = z.object({ amount: rupees, payments: z.int() })

const todayResponse = z.object({
  parts: z.array(
    z.object({
      key: text.check(z.describe('Such as `toShip`')),
      waitsFor: z.enum(['merchant', 'courier', 'shopper', 'payment provider']),
      count: z.int(),
      rows: z.array(z.looseObject({ order: text, amount: z.optional(rupees) })),
    }),
  ),
  takings: z.optional(z.object({ day: takings, week: takings })),
  lowStock: z.array(
    z.object({
      variantId: text,
      productId: text,
      title: text,
      choice: text,
      sku: z.nullable(text),
      stock: z.nullable(z.int()),
    }),
  ),
  contactMessages: z.optional(
    z
      .array(z.object({ id: text, subject: text, name: text, createdAt: moment }))
      .check(z.describe('Messages of the contact form without an answer')),
  ),
})

/** The permission that each part needs. */
const ACCESS: Readonly<Record<keyof Today, Permission>> = {
  paymentsToCheck: 'payments.read',
  paymentsToConfirm: 'payments.read',
  mismatches: 'payments.read',
  toConfirm: 'orders.read',
  toShip: 'orders.read',
  undelivered: 'orders.read',
  onItsWayBack: 'orders.read',
  cashToCollect: 'orders.read',
  toDeliver: 'orders.read',
  returnsToDecide: 'returns.read',
  returnsToReceive: 'returns.read',
  returnsToRefund: 'payments.read',
  refundsDue: 'payments.read',
  refundsInProgress: 'payments.read',
}

export const todayRoutes = [
  adminRoute({
    method: 'get',
    path: '/today',
    operationId: 'getToday',
    tag: 'Today',
    summary: 'What waits in the shop, by what is next, and its takings for those who may see them',
    access: 'products.read',
    response: todayResponse,
    async handle(c) {
      const { db, now } = c.get('services')
      const tenantId = c.get('tenant').id
      const body = await readTenant(db, tenantId, async (tx) => {
        const today = await readToday(tx, c.get('tenant'))
        const low = await listLowStock(tx, tenantId, LOW_STOCK_MAX)
        const sums = may(c, 'takings.read') ? await readTakings(tx, tenantId, now()) : undefined
        const written = may(c, 'customers.read')
          ? await listUnansweredMessages(tx, tenantId, CONTACT_MAX)
          : undefined
        return {
          parts: partsOf(today).filter(({ key }) => may(c, ACCESS[key])),
          ...(sums && { takings: { day: inRupees(sums.day), week: inRupees(sums.week) } }),
          lowStock: low.map(({ options, ...row }) => ({ ...row, choice: formatOptions(options) })),
          ...(written && {
            contactMessages: written.map(({ number, subject, name, createdAt }) => ({
              ...{ id: number, subject, name, createdAt: createdAt.toISOString() },
            })),
          }),
        }
      })
      return c.json(body)
    },
  }),
]

function partsOf(today: Today) {
  const rows = {
    paymentsToCheck: today.paymentsToCheck.map(waitingRow),
    paymentsToConfirm: today.paymentsToConfirm.map(waitingRow),
    mismatches: today.mismatches.map((one) => ({
      ...{ order: formatOrderNumber(one.orderNumber), payment: one.id, currency: one.currency },
      ...{ amount: one.amount / 100, total: one.total / 100 },
    })),
    toConfirm: today.toConfirm.map(orderRow),
    toShip: today.toShip.map(orderRow),
    undelivered: today.undelivered.map(orderRow),
    onItsWayBack: today.onItsWayBack.map(orderRow),
    cashToCollect: today.cashToCollect.map(orderRow),
    toDeliver: today.toDeliver.map(orderRow),
    returnsToDecide: today.returnsToDecide.map(returnRow),
    returnsToReceive: today.returnsToReceive.map(returnRow),
    returnsToRefund: today.returnsToRefund.map(returnRow),
    refundsDue: today.refundsDue.map((one) => ({
      ...{ order: formatOrderNumber(one.orderNumber), payment: one.id, provider: one.provider },
      ...{ amount: one.due / 100, currency: one.currency, upiId: one.upiId },
    })),
    refundsInProgress: today.refundsInProgress.map(({ request, payment }) => ({
      ...{ order: formatOrderNumber(payment.orderNumber), payment: payment.id, provider: payment.provider },
      ...{ amount: request.amount / 100, state: request.state },
    })),
  } satisfies Record<keyof Today, object[]>
  return Object.entries(rows).map(([name, waiting]) => {
    const key = name as keyof Today
    return { key, waitsFor: WAITS_FOR[key], count: waiting.length, rows: waiting }
  })
}

function waitingRow(one: Today['paymentsToCheck'][number]) {
  return {
    order: formatOrderNumber(one.orderNumber),
    amount: one.amount / 100,
    ...{ name: one.shippingAddress.fullName, city: one.shippingAddress.city },
    reference: one.customerReference,
    startedAt: one.startedAt.toISOString(),
  }
}

function orderRow({ order, amount, isCash, oversold }: TodayOrder) {
  const { fullName, city } = order.shippingAddress
  return {
    order: formatOrderNumber(order.number),
    ...{ amount: amount / 100, isCash, oversold, name: fullName, city },
    createdAt: order.createdAt.toISOString(),
    promisedBy: order.promisedBy?.toISOString().slice(0, 10) ?? null,
    shipment: order.shipment,
    ...{
      confirmedAt: order.confirmedAt?.toISOString() ?? null,
      awaitsConfirmation: awaitsConfirmation(order),
    },
  }
}

function returnRow({ row, due, upiId }: TodayReturn) {
  return {
    order: formatOrderNumber(row.orderNumber),
    return: row.id,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    ...(due !== undefined && { amount: due / 100, upiId }),
  }
}

function inRupees({ amount, payments }: Takings) {
  return { amount: amount / 100, payments }
}
