import * as z from 'zod/mini'

import { readTenant, withTenant, type Transaction } from '../db/index.ts'
import { ORDER_STATUS_NAMES, PARCEL_STATES } from '../db/order-states.ts'
import { ApiError } from '../errors.ts'
import type { AppContext } from '../http/context.ts'
import { text } from '../http/schemas.ts'
import { formatOrderNumber, parseOrderNumber } from '../ids.ts'
import { updateAvailability } from '../modules/catalogue/availability.ts'
import { advanceOrder } from '../modules/orders/advance.ts'
import { lockOrder, type LockedOrder } from '../modules/orders/change-order.ts'
import { createMoneyLookup } from '../modules/orders/describe-order.ts'
import { findOrderPage, ORDER_SORTS } from '../modules/orders/find-orders.ts'
import { decide, ORDER_STATUS, toOrder } from '../modules/orders/lifecycle/order-rules.ts'
import { findOrder, type OrderWithItems } from '../modules/orders/read.ts'
import { RECEIPT_METHODS } from '../modules/orders/receipts.ts'
import { changeParcel, deliverOrder, shipOrder, type ParcelChange } from '../modules/orders/shipment.ts'
import { PARCEL_TEXT_MAX } from '../modules/parcels/courier-file.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { line } from './body-fields.ts'
import { describeRow, describeWhole } from './describe-admin-order.ts'
import { may } from './guard.ts'
import { idOf } from './in-shop.ts'
import { listOf, listParameters, toRange } from './lists.ts'
import { orderResponse, orderRowResponse, trackingAddress } from './order-schemas.ts'
import { ORDER_STEPS, STEP_REFUSALS, type OrderStepName } from './order-transitions.ts'

const SORTS = Object.keys(ORDER_SORTS) as (keyof typeof ORDER_SORTS)[]
const unpaid = z.optional(z.boolean().check(z.describe('Although it is not paid')))
const parcel = z.strictObject({
  courier: line(PARCEL_TEXT_MAX),
  trackingNumber: line(PARCEL_TEXT_MAX),
  trackingUrl: z.optional(trackingAddress),
})

type ChangedProducts = readonly string[]
type Make<Body> = (tx: Transaction, order: LockedOrder, body: Body, c: AppContext) => Promise<ChangedProducts>

/** `POST /orders/{id}/<step>` */
function stepRoute<Body extends z.ZodMiniType>(
  name: OrderStepName,
  summary: string,
  body: Body,
  make: Make<z.output<Body>>,
): AdminRoute {
  const { change, access } = ORDER_STEPS[name]
  return adminRoute({
    method: 'post',
    path: `/orders/{id}/${name}`,
    operationId: `order${name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tag: 'Orders',
    summary,
    access,
    body,
    response: orderResponse,
    failures: { 404: 'No such order', 409: 'Not in this state; `code` is the reason of its transition' },
    async handle(c, { body: sent }) {
      const { db } = c.get('services')
      const tenantId = c.get('tenant').id
      const number = numberOf(c)
      const products = await withTenant(db, tenantId, async (tx) => {
        const order = await lockOrder(tx, tenantId, number)
        if (!order) throw noOrder()
        const allowsUnpaid =
          typeof sent === 'object' && sent !== null && 'unpaid' in sent && sent.unpaid === true
        const decision = decide(toOrder(order), change, 'merchant', { allowsUnpaid })
        if ('refusal' in decision && !bringsMoney(order, sent)) {
          throw new ApiError(409, STEP_REFUSALS[decision.refusal], {}, { code: decision.refusal })
        }
        const changed = await make(tx, order, sent, c)
        await auditCall(c, tx, {
          target: formatOrderNumber(number),
          before: { state: toOrder(order).state },
          after: { state: toOrder((await lockOrder(tx, tenantId, number)) ?? order).state },
        })
        return changed
      })
      await updateAvailability(c.get('services'), tenantId, products)
      return c.json(await readWhole(c, number))
    },
  })
}

/** A receipt, or the cash that the courier collected, pays the order with the step. */
function bringsMoney({ paidAt }: LockedOrder, sent: unknown): boolean {
  return (
    paidAt === null &&
    typeof sent === 'object' &&
    sent !== null &&
    ('receipt' in sent || 'cashReference' in sent)
  )
}

const parcelStep =
  (change: ParcelChange): Make<unknown> =>
  async (tx, { tenantId, number }, _body, c) =>
    (await changeParcel(tx, tenantId, number, change, c.get('services').now())).restocked

const nothing = z.strictObject({})

export const orderRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/orders',
    operationId: 'listOrders',
    tag: 'Orders',
    summary: 'List orders, the newest first',
    access: 'orders.read',
    query: z.object({
      ...listParameters,
      sort: z.prefault(z.enum(SORTS), 'createdAt'),
      order: z.prefault(z.enum(['asc', 'desc']), 'desc'),
      q: z.optional(
        text.check(
          z.maxLength(100),
          z.describe('Part of a number, name, phone, e-mail, SKU, UTR, your reference or a note'),
        ),
      ),
      status: z.optional(z.enum(ORDER_STATUS_NAMES)),
      parcel: z.optional(z.enum(PARCEL_STATES)),
      since: z.optional(z.iso.datetime({ offset: true })),
      before: z.optional(z.iso.datetime({ offset: true })),
    }),
    response: listOf(orderRowResponse),
    async handle(c, { query }) {
      const tenantId = c.get('tenant').id
      const { q, status, parcel: state, since, before, sort, order } = query
      const search = {
        text: q === '' ? undefined : q,
        status: status && ORDER_STATUS[status],
        parcel: state,
        since: since === undefined ? undefined : new Date(since),
        before: before === undefined ? undefined : new Date(before),
      }
      const page = { sort, order, ...toRange(query) }
      const body = await readTenant(c.get('services').db, tenantId, async (tx) => {
        const { found, total } = await findOrderPage(tx, tenantId, search, page)
        const money = await createMoneyLookup(tx, tenantId, found)
        return { data: found.map((one) => describeRow(one, money(one))), total }
      })
      return c.json(body)
    },
  }),
  adminRoute({
    method: 'get',
    path: '/orders/{id}',
    operationId: 'getOrder',
    tag: 'Orders',
    summary: 'Read an order with all that happened to it',
    access: 'orders.read',
    response: orderResponse,
    failures: { 404: 'No such order' },
    handle: async (c) => c.json(await readWhole(c, numberOf(c))),
  }),
  stepRoute(
    'accept',
    'Accept an order that is not paid, with its receipt or without',
    z.strictObject({
      unpaid,
      receipt: z.optional(z.strictObject({ method: z.enum(RECEIPT_METHODS), reference: line() })),
    }),
    async (tx, { tenantId, number }, { receipt, unpaid: allowsUnpaid }, c) => {
      const terms = { receipt, allowsUnpaid, now: c.get('services').now() }
      const { restocked, taken } = await advanceOrder(tx, tenantId, number, ORDER_STATUS.processing, terms)
      return [...restocked, ...(taken?.soldOut ?? [])]
    },
  ),
  stepRoute(
    'ship',
    'Record courier and tracking number, and move the order to shipped',
    z.extend(parcel, { unpaid }),
    async (tx, { tenantId, number }, { unpaid: allowsUnpaid, ...sent }, c) => {
      await shipOrder(tx, tenantId, number, sent, { allowsUnpaid, now: c.get('services').now() })
      return []
    },
  ),
  stepRoute(
    'correct-parcel',
    'Correct courier or tracking number of a shipped order',
    parcel,
    async (tx, { tenantId, number }, sent, c) => {
      await shipOrder(tx, tenantId, number, sent, { now: c.get('services').now() })
      return []
    },
  ),
  stepRoute(
    'deliver',
    'Mark a shipped order delivered, and record its cash',
    z.strictObject({ unpaid, cashReference: z.optional(line()) }),
    async (tx, { tenantId, number }, { unpaid: allowsUnpaid, cashReference }, c) => {
      const terms = { allowsUnpaid, cashReference, now: c.get('services').now() }
      const { restocked, taken } = await deliverOrder(tx, tenantId, number, terms)
      return [...restocked, ...(taken?.soldOut ?? [])]
    },
  ),
  stepRoute('undelivered', 'The courier could not deliver', nothing, parcelStep('report undelivered')),
  stepRoute('send-back', 'The parcel is on its way back', nothing, parcelStep('send back')),
  stepRoute(
    'returned-to-sender',
    'The parcel is back; its pieces go into stock',
    nothing,
    parcelStep('return to sender'),
  ),
  stepRoute(
    'returned-spoiled',
    'The parcel is back, its pieces spoiled',
    nothing,
    parcelStep('return spoiled to sender'),
  ),
  stepRoute('lost', 'The parcel is lost', nothing, parcelStep('lose')),
  stepRoute(
    'cancel',
    'Cancel an order; what was paid is due for refund',
    z.strictObject({
      despiteReference: z.optional(z.boolean().check(z.describe('Although its shopper gave a UTR'))),
    }),
    async (tx, { tenantId, number }, { despiteReference }, c) => {
      const terms = { ignoresReference: despiteReference, now: c.get('services').now() }
      return (await advanceOrder(tx, tenantId, number, ORDER_STATUS.cancelled, terms)).restocked
    },
  ),
]

/** The order as `GET /orders/{id}` returns it. */
export async function readWhole(c: AppContext, number: string) {
  const tenantId = c.get('tenant').id
  return readTenant(c.get('services').db, tenantId, async (tx) => {
    const order: OrderWithItems | undefined = await findOrder(tx, tenantId, number)
    if (!order) throw noOrder()
    return describeWhole(tx, c.get('tenant'), order, (permission) => may(c, permission))
  })
}

/** @throws {ApiError} 404 the path names no order number */
export function numberOf(c: AppContext): string {
  const number = parseOrderNumber(idOf(c))
  if (number === undefined) throw noOrder()
  return number
}

function noOrder(): ApiError {
  return new ApiError(404, 'This shop has no such order.')
}
