import { and, desc, eq } from 'drizzle-orm'

import { withTenant, type Transaction } from '../db/index.ts'
import { orders } from '../db/schema.ts'
import { formatOrderNumber, parseOrderNumber } from '../ids.ts'
import { count } from '../import/text.ts'
import { advanceOrder } from '../orders/advance.ts'
import { ORDER_STATUS, type OrderStatus } from '../orders/status.ts'
import { CommandError } from './command-error.ts'
import { requireTenant, type CommandContext } from './context.ts'

export type StatusName = keyof typeof ORDER_STATUS

export const STATUS_NAMES = Object.keys(ORDER_STATUS) as StatusName[]

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** `store orders list`: the newest first. */
export async function showOrders(
  context: CommandContext,
  tenantId: string,
  options: { status?: StatusName },
): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, tenantId)
  const isWanted = options.status && eq(orders.status, ORDER_STATUS[options.status])
  const found = await withTenant(db, tenant.id, (tx) =>
    tx
      .select()
      .from(orders)
      .where(and(eq(orders.tenantId, tenant.id), isWanted))
      .orderBy(desc(orders.createdAt)),
  )
  for (const { number, createdAt, status, total, shippingAddress } of found) {
    const { fullName, city } = shippingAddress
    const date = createdAt.toISOString().slice(0, 16).replace('T', ' ')
    const facts = [formatOrderNumber(number), `${date} UTC`, nameOf(status), rupees.format(total / 100)]
    context.output.line([...facts, `${fullName}, ${city}`].join('  '))
  }
  context.output.line(`${count(found.length, options.status ? `${options.status} order` : 'order')}.`)
}

/** `store orders advance`: to the next status, or to the one named. */
export async function moveOrder(
  context: CommandContext,
  tenantId: string,
  typed: string,
  options: { to?: StatusName },
): Promise<void> {
  const number = parseOrderNumber(typed)
  if (!number) {
    throw new CommandError(
      `"${typed}" is no order number. It has 12 letters and digits, such as 7K3M-9Q2X-V0AB.`,
    )
  }
  const db = await context.database()
  const tenant = await requireTenant(db, tenantId)
  const { from, to } = await withTenant(db, tenant.id, async (tx) => {
    const next = options.to ? ORDER_STATUS[options.to] : await nextStatus(tx, tenant.id, number)
    return advanceOrder(tx, tenant.id, number, next)
  })
  context.output.line(`Order ${formatOrderNumber(number)}: ${nameOf(from)} → ${nameOf(to)}.`)
}

async function nextStatus(tx: Transaction, tenantId: string, number: string): Promise<OrderStatus> {
  const [order] = await tx
    .select({ status: orders.status })
    .from(orders)
    .where(and(eq(orders.tenantId, tenantId), eq(orders.number, number)))
  const shown = formatOrderNumber(number)
  if (!order) throw new CommandError(`The shop ${tenantId} has no order ${shown}.`)
  const next = Object.values(ORDER_STATUS).find((status) => status === order.status + 1)
  if (next === undefined || next > ORDER_STATUS.delivered) {
    throw new CommandError(`Order ${shown} is ${nameOf(order.status)}: there is no next status.`)
  }
  return next
}

function nameOf(status: number): string {
  return STATUS_NAMES.find((name) => ORDER_STATUS[name] === status) ?? String(status)
}
