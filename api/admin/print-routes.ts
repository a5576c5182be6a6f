import * as z from 'zod/mini'

import { FIRST_LANGUAGE, readLanguage } from '@tanabana/contract/store-info.ts'
import { readTenant, type Transaction } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import type { AppContext } from '../http/context.ts'
import { text } from '../http/schemas.ts'
import { DOCUMENT_STYLE, renderDocuments } from '../modules/gst/print-documents.ts'
import { readTaxDocuments, toTaxDocument } from '../modules/gst/tax-documents.ts'
import { requireNumber } from '../modules/orders/advance.ts'
import { toCourierCsv } from '../modules/parcels/courier-export.ts'
import { readPackedOrders } from '../modules/parcels/orders-to-pack.ts'
import { LABEL_STYLE, renderLabels, renderSlips, SLIP_STYLE } from '../modules/parcels/print-pages.ts'
import { printPolicy } from '../print-page.ts'
import type { Tenant } from '../tenant.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'

const ORDERS_MAX = 200

const query = z.object({
  orders: z.optional(
    text.check(
      z.maxLength(ORDERS_MAX * 16),
      z.describe(`Order numbers, separated by commas; at most ${ORDERS_MAX}`),
    ),
  ),
})

interface ShopFacts {
  tenant: Tenant
  numbers: string[]
}

/** `GET /orders/<name>`: a page to print of the named orders. */
function pageRoute(
  name: string,
  { summary, style }: { summary: string; style: string },
  render: (tx: Transaction, facts: ShopFacts) => Promise<string>,
): AdminRoute {
  return adminRoute({
    method: 'get',
    path: `/orders/${name}`,
    operationId: `print${name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tag: 'Orders',
    summary,
    access: 'orders.read',
    query,
    mediaType: 'text/html',
    failures: { 404: 'There is nothing to print', 409: 'An order is not packed' },
    async handle(c, { query: { orders: named } }) {
      const page = await read(c, named, render)
      c.header('content-security-policy', printPolicy(style))
      c.header('cross-origin-resource-policy', 'same-origin')
      c.header('referrer-policy', 'no-referrer')
      return c.html(page)
    },
  })
}

export const printRoutes: AdminRoute[] = [
  pageRoute(
    'slips',
    { summary: 'Packing slips to print; without orders, of all that wait to be shipped', style: SLIP_STYLE },
    async (tx, { tenant, numbers }) =>
      renderSlips(tenant.record, await readPackedOrders(tx, tenant, numbers)),
  ),
  pageRoute(
    'labels',
    { summary: 'Address labels of size A6 to print; without orders, of all that wait', style: LABEL_STYLE },
    async (tx, { tenant, numbers }) =>
      renderLabels(tenant.record, await readPackedOrders(tx, tenant, numbers)),
  ),
  pageRoute(
    'tax-documents',
    {
      summary: 'Tax invoices, bills of supply and credit notes of orders to print, as they were issued',
      style: DOCUMENT_STYLE,
    },
    async (tx, { tenant: { id, record }, numbers }) => {
      const issued = await readTaxDocuments(tx, id, numbers)
      const rows = numbers.flatMap((number) => issued.get(number) ?? [])
      if (rows.length === 0) throw new ApiError(404, 'These orders have no tax documents yet.')
      const language = readLanguage(record.language) ?? FIRST_LANGUAGE
      return renderDocuments(
        rows.map((row) => toTaxDocument(row, true)),
        language,
      )
    },
  ),
  adminRoute({
    method: 'get',
    path: '/orders/courier-file',
    operationId: 'exportCourierFile',
    tag: 'Orders',
    summary: "Orders for a courier's system as CSV; filled with tracking numbers, the file ships them",
    access: 'orders.read',
    query,
    mediaType: 'text/csv',
    failures: { 409: 'An order is not packed' },
    async handle(c, { query }) {
      const lines = await read(c, query.orders, async (tx, { tenant, numbers }) =>
        toCourierCsv(await readPackedOrders(tx, tenant, numbers)),
      )
      c.header('content-type', 'text/csv; charset=utf-8')
      c.header('content-disposition', 'attachment; filename="parcels.csv"')
      return c.body(`${lines.join('\n')}\n`)
    },
  }),
]

async function read<T>(
  c: AppContext,
  named: string | undefined,
  work: (tx: Transaction, facts: ShopFacts) => Promise<T>,
): Promise<T> {
  const tenant = c.get('tenant')
  const numbers = named === undefined || named === '' ? [] : named.split(',').map(requireNumber)
  if (numbers.length > ORDERS_MAX) throw new ApiError(422, `Choose at most ${ORDERS_MAX} orders at once.`)
  return readTenant(c.get('services').db, tenant.id, (tx) => work(tx, { tenant, numbers }))
}
