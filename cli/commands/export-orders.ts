import { toCsvRow } from '@tanabana/contract/feed-formats.ts'
import { readTenant } from '../../api/db/index.ts'
import { ORDER_STATUS, type OrderStatusName } from '../../api/db/order-states.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { exportedOrders, ORDER_COLUMNS } from '../../api/modules/exports/orders.ts'
import { toCourierCsv } from '../../api/modules/parcels/courier-export.ts'
import { readPackedOrders } from '../../api/modules/parcels/orders-to-pack.ts'
import { requireTenant, type CommandContext } from '../context.ts'

/** Exports orders, newest first; with `--json` as one value. */
export async function exportOrders(
  context: CommandContext,
  tenantId: string,
  { status }: { status?: OrderStatusName },
): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, tenantId)
  const { output, signal } = context
  const all: unknown[] = []
  output.line(toCsvRow(ORDER_COLUMNS.map(({ name }) => name)))
  const found = exportedOrders((work) => readTenant(db, tenant.id, work), tenant.id, {
    status: status && ORDER_STATUS[status],
  })
  for await (const { order, rows } of found) {
    signal.throwIfAborted()
    all.push(order)
    for (const row of rows) output.line(toCsvRow(row))
  }
  output.result(all)
}

/** `store orders export --format courier-csv`: the orders that wait to be shipped. */
export async function exportForCourier({ database, output }: CommandContext, shop: string): Promise<void> {
  const db = await database()
  const tenant = await requireTenant(db, shop)
  const packed = await readTenant(db, tenant.id, (tx) => readPackedOrders(tx, tenant))
  for (const line of toCourierCsv(packed)) output.line(line)
  output.result(
    packed.map(({ order, cashDue }) => ({
      order: formatOrderNumber(order.number),
      shippingAddress: order.shippingAddress,
      cashToCollect: cashDue / 100,
    })),
  )
}
