import * as z from 'zod/mini'

import { toCsvRow } from '@tanabana/contract/feed-formats.ts'
import { readTenant } from '../db/index.ts'
import { ORDER_STATUS, ORDER_STATUS_NAMES } from '../db/order-states.ts'
import type { AppContext } from '../http/context.ts'
import type { Read } from '../modules/catalogue/stored-products.ts'
import { formatPincodes } from '../modules/delivery/format-pincodes.ts'
import { listPincodes } from '../modules/delivery/pincodes.ts'
import { exportedOrders, ORDER_COLUMNS } from '../modules/exports/orders.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { csvResponse } from './csv-response.ts'
import { may } from './guard.ts'

export const exportRoutes: AdminRoute[] = [
  adminRoute({
    method: 'get',
    path: '/exports/products.csv',
    operationId: 'exportProducts',
    tag: 'Products',
    summary: 'Download all products as a Shopify product export, which an import takes',
    access: 'products.read',
    async handle(c) {
      const { writeFeed } = await import('../modules/exports/write-feed.ts')
      const feed = { format: 'shopify-csv' as const }
      return csvResponse(c, nameOf(c, 'products'), (write) =>
        writeFeed(readerOf(c), c.get('tenant'), feed, write),
      )
    },
  }),
  adminRoute({
    method: 'get',
    path: '/exports/orders.csv',
    operationId: 'exportOrders',
    tag: 'Orders',
    summary:
      'Download orders, a row for each item: amounts for those who may see takings, names and addresses for those who may see customers',
    access: 'orders.read',
    query: z.object({ status: z.optional(z.enum(ORDER_STATUS_NAMES)) }),
    handle(c, { query: { status } }) {
      const columns = ORDER_COLUMNS.filter(({ needs }) => needs === undefined || may(c, needs))
      return csvResponse(c, nameOf(c, 'orders'), async (write) => {
        await write(toCsvRow(columns.map(({ name }) => name)))
        const wanted = { status: status && ORDER_STATUS[status], columns }
        for await (const { rows } of exportedOrders(readerOf(c), c.get('tenant').id, wanted)) {
          for (const row of rows) await write(toCsvRow(row))
        }
      })
    },
  }),
  adminRoute({
    method: 'get',
    path: '/exports/pincodes.csv',
    operationId: 'exportPincodes',
    tag: 'Delivery',
    summary: 'Download the PIN codes of the shop, in the form that their import takes',
    access: 'settings.read',
    handle: (c) =>
      csvResponse(c, nameOf(c, 'pincodes'), async (write) => {
        const rows = await readerOf(c)((tx) => listPincodes(tx, c.get('tenant').id))
        for (const row of formatPincodes(rows)) await write(toCsvRow(row))
      }),
  }),
]

function readerOf(c: AppContext): Read {
  return (work) => readTenant(c.get('services').db, c.get('tenant').id, work)
}

function nameOf(c: AppContext, what: string): string {
  return `${c.get('tenant').id}-${what}.csv`
}
