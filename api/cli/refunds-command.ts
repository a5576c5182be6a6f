import { and, asc, eq } from 'drizzle-orm'

import { readTenant } from '../db/index.ts'
import { payments } from '../db/schema.ts'
import { formatOrderNumber } from '../ids.ts'
import { count } from '../import/text.ts'
import { requireTenant, type CommandContext } from './context.ts'
import { rupees } from './describe-order.ts'

/**
 * `store payments refunds`: what came for an order that was cancelled or paid already, oldest first. Nothing here gives
 * it back: that is done at the gateway. docs/payments.md
 */
export async function showRefunds(context: CommandContext, shop: string): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const isDue = and(eq(payments.tenantId, tenant.id), eq(payments.status, 'refund due'))
  const rows = await readTenant(db, tenant.id, (tx) =>
    tx.select().from(payments).where(isDue).orderBy(asc(payments.settledAt), asc(payments.id)),
  )
  const due = rows.map(({ id, orderNumber, provider, gatewayReference, amount, settledAt }) => ({
    order: formatOrderNumber(orderNumber),
    amount: amount / 100,
    provider,
    payment: id,
    gatewayReference,
    paidAt: settledAt?.toISOString() ?? null,
  }))
  for (const { order, amount, provider, payment, gatewayReference, paidAt } of due) {
    const facts = [order, rupees.format(amount), provider, gatewayReference ?? payment, paidAt ?? '']
    context.output.line(facts.join('  '))
  }
  context.output.result(due)
  context.output.line(
    `${count(due.length, 'payment')} to give back${due.length > 0 ? ', at the gateway' : ''}.`,
  )
}
