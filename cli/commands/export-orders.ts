import { toIndianIso } from '@tanabana/contract/dates.ts'
import { toCsvRow } from '@tanabana/contract/feed-formats.ts'
import { readTenant } from '../../api/db/index.ts'
import { readOrderPage, type ItemRow, type OrderPlace } from '../../api/modules/orders/read.ts'
import { ORDER_STATUS } from '../../api/modules/orders/lifecycle/order-rules.ts'
import { formatAmount } from '../../api/rupees.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { adTags, createMoneyLookup, describeOrder, formatOptions, type StatusName } from './describe-order.ts'

const CSV_COLUMNS = [
  ...[
    'order',
    'status',
    'ordered',
    'paid',
    'name',
    'address',
    'city',
    'state',
    'postal code',
    'phone',
    'email',
    'payment',
    'refund due',
  ],
  ...['product id', 'product', 'size', 'colour', 'quantity', 'price', 'line total', 'order total'],
  ...['ad clicked', 'ad tags'],
  ...['options', 'sku', 'line discount', 'offer'],
]

/**
 * Exports orders, newest first; with `--json` as one value. Reads each page in a short transaction: every order
 * appears once and complete, orders placed after the start do not appear.
 */
export async function exportOrders(
  context: CommandContext,
  tenantId: string,
  { status }: { status?: StatusName },
): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, tenantId)
  const { output, signal } = context
  const all: unknown[] = []
  output.line(toCsvRow(CSV_COLUMNS))
  const wanted = status && ORDER_STATUS[status]
  let after: OrderPlace | undefined
  do {
    const { page, money } = await readTenant(db, tenant.id, async (tx) => {
      const page = await readOrderPage(tx, tenant.id, { status: wanted, after })
      return { page, money: await createMoneyLookup(tx, tenant.id, page.orders) }
    })
    for (const found of page.orders) {
      const order = describeOrder(found, money(found))
      all.push(order)
      for (const row of rowsOf(order, found.items)) output.line(toCsvRow(row))
    }
    after = page.last
    signal.throwIfAborted()
  } while (after)
  output.result(all)
}

function rowsOf(order: ReturnType<typeof describeOrder>, items: ItemRow[]): string[][] {
  const { fullName, address, city, state, postalCode, phone } = order.shippingAddress
  return items.map((item) => [
    ...[order.id, order.status, isoText(order.createdAt), isoText(order.paidAt)],
    ...[fullName, address, city, state, postalCode, phone, order.email],
    ...[order.payment, order.refundDue > 0 ? order.refundDue.toFixed(2) : ''],
    ...[item.productId, item.productTitle, item.selectedSize ?? '', item.selectedColor ?? ''],
    ...[String(item.quantity), formatAmount(item.price), formatAmount(item.price * item.quantity)],
    ...[order.total.toFixed(2), isoText(order.attribution?.clickedAt), adTags(order.attribution)],
    ...[item.variantOptions ? formatOptions(item.variantOptions) : '', item.sku ?? ''],
    ...[
      item.discount > 0 ? formatAmount(item.discount) : '',
      order.discount ? offerName(order.discount) : '',
    ],
  ])
}

/** The code, else the shop's words. */
function offerName({ code, label }: { code: string | null; label: string | null }): string {
  return code ?? label ?? ''
}

function isoText(moment: string | null | undefined): string {
  return moment ? toIndianIso(moment) : ''
}
