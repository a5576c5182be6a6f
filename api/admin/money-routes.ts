import * as z from 'zod/mini'

import { readTenant } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { moment, optionalText, rupees, text } from '../http/schemas.ts'
import { formatOrderNumber, parseOrderNumber, randomId } from '../ids.ts'
import { updateAvailability } from '../modules/catalogue/availability.ts'
import { listWaiting, recordReceipt, RECEIPT_METHODS } from '../modules/orders/receipts.ts'
import { readStatement, recordStatement, type StatementLine } from '../modules/payments/bank-statement.ts'
import { acceptMismatch, listMismatches } from '../modules/payments/mismatches.ts'
import type { RefundPart } from '../modules/payments/due-parts.ts'
import { requestRefund } from '../modules/payments/request-refund.ts'
import { readDueRefunds } from '../modules/payments/due-refunds.ts'
import { recordRefund } from '../modules/payments/refunds.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall, auditMany } from './audit-call.ts'
import { amount, line, toPaise } from './body-fields.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, pageOfRows } from './lists.ts'

const refused = { 409: 'It can not be recorded; `error` says why' }

const paymentRow = z.looseObject({
  id: text.check(z.describe('Order number of one that waits, payment id of a mismatch')),
  kind: z.enum(['to check', 'to confirm', 'mismatch']),
  order: text,
  amount: rupees,
  currency: text,
  reference: z.nullable(text),
  at: moment,
})

const outcome = z.object({
  order: text,
  payment: text,
  amount: rupees,
  outcome: z.enum(['order paid', 'refund due', 'duplicate']),
  oversold: z.int(),
})

const refundRow = z.looseObject({
  id: text.check(z.describe('Payment id, or `return-` and the id of a return')),
  order: text,
  amount: rupees,
  currency: text,
  provider: z.nullable(text),
  upiId: z.optional(text.check(z.describe('Where the shopper wants it'))),
})

export const moneyRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/payments',
    operationId: 'listPayments',
    tag: 'Payments',
    summary: 'UPI payments to check and to confirm, and money that does not fit its order',
    access: 'payments.read',
    query: z.object({ ...listParameters, kind: z.optional(paymentRow.shape.kind) }),
    response: listOf(paymentRow),
    async handle(c, { query: { kind, ...page } }) {
      const { id } = c.get('tenant')
      const rows = await readTenant(c.get('services').db, id, async (tx) => [
        ...(await listWaiting(tx, id)).map((one) => ({
          kind: one.customerReference === null ? ('to confirm' as const) : ('to check' as const),
          ...{ id: formatOrderNumber(one.orderNumber), order: formatOrderNumber(one.orderNumber) },
          ...{ amount: one.amount / 100, currency: 'INR', reference: one.customerReference },
          at: one.startedAt.toISOString(),
        })),
        ...(await listMismatches(tx, id)).map((one) => ({
          ...{ kind: 'mismatch' as const, id: one.id, order: formatOrderNumber(one.orderNumber) },
          ...{ amount: one.amount / 100, currency: one.currency, total: one.total / 100 },
          ...{ provider: one.provider, reference: one.gatewayReference },
          namedOrder: one.mismatch?.orderNumber ? formatOrderNumber(one.mismatch.orderNumber) : null,
          at: (one.settledAt ?? one.createdAt).toISOString(),
        })),
      ])
      return c.json(pageOfRows(kind === undefined ? rows : rows.filter((row) => row.kind === kind), page))
    },
  }),
  adminRoute({
    method: 'post',
    path: '/payments',
    operationId: 'receivePayment',
    tag: 'Payments',
    summary: 'Record money that arrived for an order',
    access: 'payments.write',
    body: z.strictObject({
      order: text,
      method: z.enum(RECEIPT_METHODS),
      reference: line(),
      amount: z.optional(amount),
      acceptsDifference: z.optional(z.boolean()),
    }),
    response: outcome,
    failures: { 404: 'No such order', ...refused },
    async handle(c, { body }) {
      const tenantId = c.get('tenant').id
      const orderNumber = parseOrderNumber(body.order)
      if (orderNumber === undefined) throw new ApiError(404, 'This shop has no such order.')
      const { method, reference, acceptsDifference } = body
      const receipt = {
        ...{ method, reference, acceptsDifference },
        amountPaise: body.amount === undefined ? undefined : toPaise(body.amount),
      }
      const order = formatOrderNumber(orderNumber)
      const recorded = await inShop(c, async (tx) => {
        const wanted = { orderNumber, receipt, newId: randomId(), now: c.get('services').now() }
        const result = await recordReceipt(tx, tenantId, wanted)
        const after = { outcome: result.outcome, amount: result.amountPaise / 100, method, reference }
        await auditCall(c, tx, { target: order, after })
        return result
      })
      await updateAvailability(c.get('services'), tenantId, recorded.soldOut)
      const { paymentId: payment, amountPaise, outcome: became, oversold } = recorded
      return c.json({ order, payment, amount: amountPaise / 100, outcome: became, oversold })
    },
  }),
  adminRoute({
    method: 'post',
    path: '/payments/statement',
    operationId: 'receiveStatement',
    tag: 'Payments',
    summary: "Match the CSV of a bank's statement to the orders that wait, and record what fits",
    access: 'payments.write',
    body: z.strictObject({
      csv: text.check(z.minLength(1), z.maxLength(2_000_000)),
      dryRun: z.optional(z.boolean()),
      acceptsDifference: z.optional(z.boolean()),
    }),
    response: z.object({
      dryRun: z.boolean(),
      lines: z.array(
        z.looseObject({
          line: z.int(),
          order: optionalText,
          amount: z.optional(rupees),
          reference: z.optional(z.nullable(text)),
          outcome: text.check(z.describe('What became of it, `no order` or `refused`')),
          reason: optionalText,
        }),
      ),
    }),
    failures: { 422: 'The file is no statement' },
    async handle(c, { body: { csv, dryRun = false, acceptsDifference } }) {
      const { db, now } = c.get('services')
      const tenantId = c.get('tenant').id
      const rows = await readStatement({ name: 'statement.csv', bytes: new TextEncoder().encode(csv) })
      const lines: ReturnType<typeof describeLine>[] = []
      const soldOut: string[] = []
      try {
        for await (const one of recordStatement(db, tenantId, rows, {
          ...{ isDryRun: dryRun, acceptsDifference, now },
        })) {
          lines.push(describeLine(one))
          if (!('refusal' in one) && one.recorded) soldOut.push(...one.recorded.soldOut)
        }
      } finally {
        // A failure does not undo the rows before it.
        if (!dryRun) await updateAvailability(c.get('services'), tenantId, soldOut)
        await auditMany(c, dryRun, lines)
      }
      return c.json({ dryRun, lines })
    },
  }),
  adminRoute({
    method: 'post',
    path: '/payments/{id}/accept',
    operationId: 'acceptMismatch',
    tag: 'Payments',
    summary: 'Take a payment of another amount as the payment of its order',
    access: 'payments.write',
    response: outcome,
    failures: refused,
    async handle(c) {
      const { id: tenantId } = c.get('tenant')
      const { payment, ...paid } = await inShop(c, async (tx) => {
        const result = await acceptMismatch(tx, tenantId, { named: idOf(c), now: c.get('services').now() })
        await auditCall(c, tx, { target: result.payment.id, after: { outcome: result.outcome } })
        return result
      })
      await updateAvailability(c.get('services'), tenantId, paid.soldOut)
      const order = formatOrderNumber(payment.orderNumber)
      const { outcome: became, oversold } = paid
      return c.json({ order, payment: payment.id, amount: payment.amount / 100, outcome: became, oversold })
    },
  }),
  adminRoute({
    method: 'get',
    path: '/refunds',
    operationId: 'listRefunds',
    tag: 'Payments',
    summary: 'Refunds that are due, of orders and of returns, the longest due first',
    access: 'payments.read',
    query: z.object(listParameters),
    response: listOf(refundRow),
    async handle(c, { query }) {
      const { id } = c.get('tenant')
      const rows = await readTenant(c.get('services').db, id, async (tx) => {
        const { refundsDue, returnsToRefund } = await readDueRefunds(tx, id)
        return [
          ...refundsDue.map((one) => ({
            ...{ id: one.id, order: formatOrderNumber(one.orderNumber), amount: one.due / 100 },
            ...{ currency: one.currency, provider: one.provider, method: one.method, upiId: one.upiId },
          })),
          ...returnsToRefund.map(({ row, due, upiId }) => ({
            ...{ id: `return-${row.id}`, return: row.id, order: formatOrderNumber(row.orderNumber) },
            ...{ amount: due / 100, currency: 'INR', provider: null, upiId },
          })),
        ]
      })
      return c.json(pageOfRows<Record<string, unknown>>(rows, query))
    },
  }),
  adminRoute({
    method: 'post',
    path: '/orders/{id}/refund',
    operationId: 'requestRefund',
    tag: 'Payments',
    summary: 'Ask the payment providers for the refunds of an order that are due, or for a part of its money',
    access: 'payments.write',
    body: z.strictObject({ amount: z.optional(amount) }),
    response: z.object({
      requested: z.array(z.object({ payment: text, amount: rupees })),
      byHand: z
        .array(z.object({ payment: text, amount: rupees }))
        .check(z.describe('Parts that no provider sends back: send and record them')),
    }),
    failures: { 404: 'No such order', ...refused },
    async handle(c, { body }) {
      const orderNumber = parseOrderNumber(idOf(c))
      if (orderNumber === undefined) throw new ApiError(404, 'This shop has no such order.')
      const amountPaise = body.amount === undefined ? undefined : toPaise(body.amount)
      const wanted = { orderNumber, amountPaise, now: c.get('services').now() }
      const parts = await inShop(c, async (tx) => {
        const { requested, byHand } = await requestRefund(tx, c.get('tenant'), wanted)
        const result = { requested: requested.map(describePart), byHand: byHand.map(describePart) }
        await auditCall(c, tx, {
          target: formatOrderNumber(orderNumber),
          after: { requested: result.requested },
        })
        return result
      })
      return c.json(parts)
    },
  }),
  adminRoute({
    method: 'post',
    path: '/payments/{id}/refund',
    operationId: 'recordRefund',
    tag: 'Payments',
    summary: 'Record a refund that was sent, in full or in part',
    access: 'payments.write',
    body: z.strictObject({ reference: line(), amount: z.optional(amount) }),
    response: z.object({ order: text, payment: text, amount: rupees, due: rupees }),
    failures: refused,
    async handle(c, { body }) {
      const { id: tenantId } = c.get('tenant')
      const options = {
        ...{ named: idOf(c), reference: body.reference, now: c.get('services').now() },
        amountPaise: body.amount === undefined ? undefined : toPaise(body.amount),
      }
      const { payment, amountPaise, due } = await inShop(c, async (tx) => {
        const result = await recordRefund(tx, tenantId, options)
        const after = { amount: result.amountPaise / 100, reference: body.reference }
        await auditCall(c, tx, { target: result.payment.id, after })
        return result
      })
      const order = formatOrderNumber(payment.orderNumber)
      return c.json({ order, payment: payment.id, amount: amountPaise / 100, due: due / 100 })
    },
  }),
]

function describePart({ payment, amount: paise }: RefundPart) {
  return { payment: payment.id, amount: paise / 100 }
}

function describeLine(one: StatementLine) {
  if ('refusal' in one) return { line: one.line, outcome: 'refused', reason: one.refusal }
  const { amountPaise, reference = null } = one.credit
  const shown = { line: one.line, amount: amountPaise / 100, reference }
  if (!one.recorded) return { ...shown, outcome: 'no order' }
  return { ...shown, order: formatOrderNumber(one.recorded.orderNumber), outcome: one.recorded.outcome }
}
