import * as z from 'zod/mini'

import { readTenant, type Transaction } from '../db/index.ts'
import { RETURN_STATES } from '../db/order-states.ts'
import { ApiError } from '../errors.ts'
import type { AppContext } from '../http/context.ts'
import { moment, rupees, text } from '../http/schemas.ts'
import { updateAvailability } from '../modules/catalogue/availability.ts'
import { describeReturn } from '../modules/orders/describe-order.ts'
import { findOrder } from '../modules/orders/read.ts'
import {
  decideReturn,
  findReturn,
  listReturns,
  readReturns,
  receiveReturn,
  valueOfReturn,
  type ReturnRow,
} from '../modules/orders/returns.ts'
import { refundReturn } from '../modules/payments/refund-return.ts'
import type { Permission } from '../modules/staff/permissions.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { amount, line, toPaise } from './body-fields.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, pageOfRows } from './lists.ts'

const NOTE_MAX = 500
const note = z.optional(text.check(z.trim(), z.maxLength(NOTE_MAX), z.describe('To the shopper')))

const returnResponse = z.looseObject({
  id: text,
  status: z.enum(RETURN_STATES),
  order: text,
  createdAt: moment,
  reason: text,
  note: z.nullable(text),
  value: rupees.check(z.describe('What its pieces cost the shopper')),
  items: z.array(z.object({ product: text, quantity: z.int() })),
})

type Make<Body> = (
  tx: Transaction,
  facts: { tenantId: string; id: string; now: Date },
  body: Body,
) => Promise<{ row: ReturnRow; restocked?: readonly string[]; after?: object }>

function returnRoute<Body extends z.ZodMiniType>(
  step: string,
  summary: string,
  access: Permission,
  body: Body,
  make: Make<z.output<Body>>,
): AdminRoute {
  return adminRoute({
    method: 'post',
    path: `/returns/{id}/${step}`,
    operationId: `${step}Return`,
    tag: 'Returns',
    summary,
    access,
    body,
    response: returnResponse,
    failures: { 409: 'Not in this state; `error` says why' },
    async handle(c, { body: sent }) {
      const tenantId = c.get('tenant').id
      const facts = { tenantId, id: idOf(c), now: c.get('services').now() }
      const { row, restocked = [] } = await inShop(c, async (tx) => {
        const result = await make(tx, facts, sent)
        await auditCall(c, tx, {
          target: result.row.id,
          after: { status: result.row.status, ...result.after },
        })
        return result
      })
      await updateAvailability(c.get('services'), tenantId, restocked)
      return c.json(await inShop(c, (tx) => describe(tx, row)))
    },
  })
}

function decisionRoute(
  step: string,
  summary: string,
  status: 'accepted' | 'refused' | 'withdrawn',
  body: z.ZodMiniType<{ note?: string | undefined }> = z.strictObject({ note }),
): AdminRoute {
  return returnRoute(step, summary, 'returns.decide', body, async (tx, { tenantId, ...facts }, sent) => ({
    row: await decideReturn(tx, tenantId, { ...facts, note: sent.note, status }),
  }))
}

export const returnRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/returns',
    operationId: 'listReturns',
    tag: 'Returns',
    summary: 'List returns, the oldest first',
    access: 'returns.read',
    query: z.object({ ...listParameters, status: z.optional(z.enum(RETURN_STATES)) }),
    response: listOf(returnResponse),
    handle: (c, { query: { status, ...page } }) =>
      read(c, async (tx, tenantId) => {
        const { data, total } = pageOfRows(
          await listReturns(tx, tenantId, { statuses: status && [status] }),
          page,
        )
        const described: Awaited<ReturnType<typeof describe>>[] = []
        for (const row of data) described.push(await describe(tx, row))
        return { data: described, total }
      }),
  }),
  adminRoute({
    method: 'get',
    path: '/returns/{id}',
    operationId: 'getReturn',
    tag: 'Returns',
    summary: 'Read a return',
    access: 'returns.read',
    response: returnResponse,
    failures: { 404: 'No such return' },
    handle: (c) =>
      read(c, async (tx, tenantId) => {
        const row = await findReturn(tx, tenantId, idOf(c))
        if (!row) throw new ApiError(404, 'This shop has no such return.')
        return describe(tx, row)
      }),
  }),
  decisionRoute('accept', 'Accept a return', 'accepted'),
  decisionRoute(
    'refuse',
    'Refuse a return, with a reason for the shopper',
    'refused',
    z.strictObject({ note: text.check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX)) }),
  ),
  decisionRoute('withdraw', 'Withdraw a return whose pieces do not come', 'withdrawn'),
  returnRoute(
    'receive',
    'The pieces are back: into stock again, unless they are spoiled',
    'returns.receive',
    z.strictObject({ spoiled: z.optional(z.boolean()) }),
    (tx, { tenantId, ...facts }, { spoiled = false }) =>
      receiveReturn(tx, tenantId, { ...facts, isSpoiled: spoiled }),
  ),
  returnRoute(
    'refund',
    'Record the refund of a received return',
    'payments.write',
    z.strictObject({
      reference: line(),
      amount: z.optional(amount),
    }),
    async (tx, { tenantId, ...facts }, { reference, amount: rupeesBack }) => {
      const amountPaise = rupeesBack === undefined ? undefined : toPaise(rupeesBack)
      const refunded = await refundReturn(tx, tenantId, { ...facts, reference, amountPaise })
      return { row: refunded.row, after: { amount: refunded.amountPaise / 100, reference } }
    },
  ),
]

async function describe(tx: Transaction, row: ReturnRow) {
  const { tenantId, orderNumber } = row
  const items = (await findOrder(tx, tenantId, orderNumber))?.items ?? []
  const returns = (await readReturns(tx, tenantId, [orderNumber])).get(orderNumber) ?? []
  return { ...describeReturn(row, items), value: valueOfReturn(items, row, returns) / 100 }
}

async function read<T extends object>(
  c: AppContext,
  work: (tx: Transaction, tenantId: string) => Promise<T>,
): Promise<Response> {
  const { id } = c.get('tenant')
  return c.json(await readTenant(c.get('services').db, id, (tx) => work(tx, id)))
}
