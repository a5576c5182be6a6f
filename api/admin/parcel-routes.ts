import * as z from 'zod/mini'

import type { AppContext } from '../http/context.ts'
import { optionalText, text } from '../http/schemas.ts'
import { formatOrderNumber } from '../ids.ts'
import { updateAvailability } from '../modules/catalogue/availability.ts'
import type { ChangedOrRefused, NamedOrder } from '../modules/orders/change-each.ts'
import { deliverOrders, shipOrders } from '../modules/parcels/change-parcels.ts'
import {
  PARCEL_TEXT_MAX,
  readDelivered,
  readParcels,
  readTrackingUrl,
} from '../modules/parcels/courier-file.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { auditMany } from './audit-call.ts'
import { line } from './body-fields.ts'
import { trackingAddress } from './order-schemas.ts'

const ORDERS_MAX = 500
const csv = z.optional(text.check(z.minLength(1), z.maxLength(2_000_000), z.describe("A courier's file")))
const fields = { csv, dryRun: z.optional(z.boolean()), unpaid: z.optional(z.boolean()) }

const bulkResponse = z.object({
  dryRun: z.boolean(),
  orders: z.array(
    z.object({
      order: text,
      line: z.optional(z.int().check(z.describe('Row of the file'))),
      outcome: z.enum(['changed', 'unchanged', 'refused']),
      reason: optionalText,
    }),
  ),
})

export const parcelRoutes: AdminRoute[] = [
  adminRoute({
    method: 'post',
    path: '/orders/ship',
    operationId: 'shipOrders',
    tag: 'Orders',
    summary: 'Ship many orders, each by itself; the same call again changes nothing',
    access: 'orders.ship',
    body: z.strictObject({
      ...fields,
      courier: z.optional(line(PARCEL_TEXT_MAX).check(z.describe('Of parcels that name none'))),
      parcels: z.optional(
        z
          .array(
            z.strictObject({
              order: text,
              courier: z.optional(line(PARCEL_TEXT_MAX)),
              tracking: line(PARCEL_TEXT_MAX),
              url: z.optional(trackingAddress),
            }),
          )
          .check(z.maxLength(ORDERS_MAX)),
      ),
    }),
    response: bulkResponse,
    failures: { 422: 'The file is no list of parcels' },
    async handle(c, { body: { csv: file, parcels = [], courier, dryRun = false, unpaid } }) {
      const named =
        file === undefined
          ? parcels.map((one) => toNamed(one, courier))
          : await readParcels(fileOf(file), courier)
      const { db, now } = c.get('services')
      const options = { isDryRun: dryRun, allowsUnpaid: unpaid, now }
      const changes = shipOrders(db, c.get('tenant').id, named, options)
      return report(c, dryRun, changes, ({ isSame }) => ({ isSame: isSame === true, products: [] }))
    },
  }),
  adminRoute({
    method: 'post',
    path: '/orders/deliver',
    operationId: 'deliverOrders',
    tag: 'Orders',
    summary: 'Mark many orders delivered, with the cash of those that are paid at delivery',
    access: 'orders.ship',
    body: z.strictObject({
      ...fields,
      cashReference: z.optional(line()),
      orders: z.optional(z.array(text).check(z.maxLength(ORDERS_MAX))),
    }),
    response: bulkResponse,
    failures: { 422: 'The file is no list of orders' },
    async handle(c, { body: { csv: file, orders = [], cashReference, dryRun = false, unpaid } }) {
      const named =
        file === undefined
          ? orders.map((typed) => ({ typed, terms: { cashReference } }))
          : await readDelivered(fileOf(file), cashReference)
      const { db, now } = c.get('services')
      const options = { isDryRun: dryRun, allowsUnpaid: unpaid, now }
      const changes = deliverOrders(db, c.get('tenant').id, named, options)
      return report(c, dryRun, changes, ({ outcome, restocked, taken }) => ({
        isSame: outcome === 'unchanged',
        products: [...restocked, ...(taken?.soldOut ?? [])],
      }))
    },
  }),
]

interface SentParcel {
  order: string
  courier?: string | undefined
  tracking: string
  url?: string | undefined
}

function toNamed(
  { order, courier, tracking, url }: SentParcel,
  defaultCourier: string | undefined,
): NamedOrder<{
  courier: string
  trackingNumber: string
  trackingUrl?: string
}> {
  const name = courier ?? defaultCourier
  if (name === undefined) return { typed: order, terms: { problem: 'The courier is missing.' } }
  const trackingUrl = url === undefined ? undefined : readTrackingUrl(url)
  const parcel = { courier: name, trackingNumber: tracking }
  return { typed: order, terms: { ...parcel, ...(trackingUrl !== undefined && { trackingUrl }) } }
}

async function report<Result>(
  c: AppContext,
  dryRun: boolean,
  changes: AsyncIterable<ChangedOrRefused<Result>>,
  effectOf: (result: Result) => { isSame: boolean; products: readonly string[] },
): Promise<Response> {
  const orders: z.output<typeof bulkResponse>['orders'] = []
  const products: string[] = []
  try {
    for await (const one of changes) {
      const row = one.line === undefined ? {} : { line: one.line }
      if ('refusal' in one) {
        orders.push({ ...row, order: one.typed, outcome: 'refused', reason: one.refusal.message })
        continue
      }
      const effect = effectOf(one.result)
      products.push(...effect.products)
      orders.push({
        ...row,
        order: formatOrderNumber(one.number),
        outcome: effect.isSame ? 'unchanged' : 'changed',
      })
    }
  } finally {
    // A failure does not undo the orders before it.
    if (!dryRun) await updateAvailability(c.get('services'), c.get('tenant').id, products)
    await auditMany(c, dryRun, orders)
  }
  return c.json({ dryRun, orders })
}

function fileOf(text: string) {
  return { name: 'file.csv', bytes: new TextEncoder().encode(text) }
}
