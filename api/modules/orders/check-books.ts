import { sql } from 'drizzle-orm'

import { enqueue, type Transaction } from '../../db/index.ts'
import { moneyEntries, stockMovements } from '../../db/schema.ts'
import { moneyChanges, REFUNDS_IN_PROGRESS, type PaymentFacts } from './lifecycle/money-rules.ts'
import { isOpen, ORDER_STATES, STATUS_OF, type OrderStatus } from './lifecycle/order-rules.ts'

/** A number that the books and the present state disagree on. */
export interface Difference {
  /** Id of the payment, variant or order, and the order where one is concerned. */
  subject: string
  orderNumber?: string | null
  what: 'receipt' | 'due' | 'stock' | 'held' | 'status'
  /** Currency of the payment, where the numbers are money. */
  currency?: string
  /** Value that the present state implies, in paise, pieces or as a status. */
  expected: number
  /** The sum of the rows, or the status that the last event tells; -1 without one. */
  found: number
}

const OPEN_STATUSES: readonly OrderStatus[] = [
  ...new Set(ORDER_STATES.filter((state) => isOpen({ state })).map((state) => STATUS_OF[state])),
]
const NOT_RECEIVED: PaymentFacts = { status: 'pending', amount: 0, refunded: 0, inProgress: 0 }

type CheckedPayment = PaymentFacts & {
  id: string
  orderNumber: string
  currency: string
  receipt: number
  due: number
}

/** Compares each payment with its receipt and what was due, by its amount and its refunds. */
export async function checkMoney(tx: Transaction, tenantId: string): Promise<Difference[]> {
  const { rows } = await tx.execute(sql`
    select payment.id, payment.order_number as "orderNumber", payment.status, payment.currency,
      payment.amount::float8 as amount,
      coalesce((select sum(amount) from payment_refunds refund
        where refund.tenant_id = payment.tenant_id and refund.payment_id = payment.id), 0)::float8 as refunded,
      coalesce((select sum(amount) from refund_requests request
        where request.tenant_id = payment.tenant_id and request.payment_id = payment.id
          and request.state in ${REFUNDS_IN_PROGRESS}), 0)::float8 as "inProgress",
      coalesce(sum(entry.amount) filter (where entry.kind = 'receipt'), 0)::float8 as receipt,
      coalesce(sum(entry.amount) filter (where entry.kind = 'due'), 0)::float8 as due
    from payments payment
    left join money_entries entry on entry.tenant_id = payment.tenant_id and entry.payment_id = payment.id
    where payment.tenant_id = ${tenantId}
    group by payment.tenant_id, payment.id
    order by payment.id`)
  return (rows as unknown as CheckedPayment[]).flatMap(
    ({ id: subject, orderNumber, currency, receipt, due, ...payment }) => {
      const expected = { receipt: 0, due: 0 }
      for (const { kind, amount } of moneyChanges(NOT_RECEIVED, payment)) expected[kind] = amount
      const named = { subject, orderNumber, currency }
      return [
        { ...named, what: 'receipt' as const, expected: expected.receipt, found: receipt },
        { ...named, what: 'due' as const, expected: expected.due, found: due },
      ].filter((one) => one.expected !== one.found)
    },
  )
}

/** Compares the stock of each variant, and the pieces that each order holds, with the sums of their movements. */
export async function checkStock(tx: Transaction, tenantId: string): Promise<Difference[]> {
  const { rows } = await tx.execute(sql`
    with counted as (
      select id, stock from product_variants where tenant_id = ${tenantId} and stock is not null
    ), moved as (
      select variant_id as id, sum(stock) as stock from stock_movements where tenant_id = ${tenantId} group by variant_id
    ), holding as (
      select item.order_number, item.variant_id, sum(item.quantity) as pieces
      from order_items item
      join orders on orders.tenant_id = item.tenant_id and orders.number = item.order_number
      where item.tenant_id = ${tenantId} and item.holds_stock and item.variant_id is not null
        and orders.status in ${OPEN_STATUSES}
      group by item.order_number, item.variant_id
    ), held as (
      select order_number, variant_id, sum(held) as pieces from stock_movements
      where tenant_id = ${tenantId} and order_number is not null
      group by order_number, variant_id
    )
    select coalesce(counted.id, moved.id) as subject, null as "orderNumber", 'stock' as what,
      coalesce(counted.stock, 0)::float8 as expected, coalesce(moved.stock, 0)::float8 as found
    from counted full join moved on moved.id = counted.id
    where coalesce(counted.stock, 0) <> coalesce(moved.stock, 0)
    union all
    select coalesce(holding.variant_id, held.variant_id), coalesce(holding.order_number, held.order_number), 'held',
      coalesce(holding.pieces, 0)::float8, coalesce(held.pieces, 0)::float8
    from holding full join held
      on held.order_number = holding.order_number and held.variant_id = holding.variant_id
    where coalesce(holding.pieces, 0) <> coalesce(held.pieces, 0)
    order by 3, 1, 2`)
  return rows as unknown as Difference[]
}

/**
 * Compares the creation of each order, and the steps that an API of before the events recorded, with its events. Orders
 * that are older than both have none.
 */
export async function checkHistory(tx: Transaction, tenantId: string): Promise<Difference[]> {
  const { rows } = await tx.execute(sql`
    select number as subject, number as "orderNumber", 'status' as what, expected, found
    from orders, lateral (
      select coalesce(max(step.status), 0)::int as expected from order_steps step
      where step.tenant_id = orders.tenant_id and step.order_number = orders.number
    ) reached, lateral (
      select coalesce(max(event.status), -1)::int as found from order_events event
      where event.tenant_id = orders.tenant_id and event.order_number = orders.number
    ) told
    where tenant_id = ${tenantId} and found < expected
    order by number`)
  return rows as unknown as Difference[]
}

/** Adds the events of the statuses that an order reached since the one that its events tell. */
async function addHistory(
  tx: Transaction,
  tenantId: string,
  { subject: order, found }: Difference,
): Promise<void> {
  await tx.execute(sql`
    insert into order_events (tenant_id, order_number, sequence, kind, status, created_at)
    select ${tenantId}, ${order}, last + row_number() over (order by reached.status), reached.kind, reached.status, reached.at
    from (
      select coalesce(max(sequence), 0) as last from order_events
      where tenant_id = ${tenantId} and order_number = ${order}
    ) events, (
      select 0 as status, 'order.created' as kind, created_at as at from orders
      where tenant_id = ${tenantId} and number = ${order}
      union all
      select step.status, case
          when step.status = 1 and orders.paid_at = step.reached_at then 'order.paid'
          else (array['order.accepted', 'order.shipped', 'order.delivered', 'order.cancelled'])[step.status]
        end, step.reached_at
      from order_steps step
      join orders on orders.tenant_id = step.tenant_id and orders.number = step.order_number
      where step.tenant_id = ${tenantId} and step.order_number = ${order}
    ) reached
    where reached.status > ${found}`)
  await enqueue(tx, 'orders', { tenantId, order })
}

/** Adds the rows that make the books agree with the present state. The differences come from this transaction. */
export async function correctBooks(
  tx: Transaction,
  tenantId: string,
  differences: readonly Difference[],
): Promise<void> {
  for (const difference of differences) {
    const { subject, orderNumber, what, expected, found } = difference
    const change = expected - found
    if (what === 'status') await addHistory(tx, tenantId, difference)
    else if (what === 'receipt' || what === 'due') {
      const entry = { tenantId, orderNumber: orderNumber ?? '', paymentId: subject }
      await tx.insert(moneyEntries).values({ ...entry, kind: what, amount: change })
    } else {
      const [stock, held] = what === 'stock' ? [change, 0] : [0, change]
      const movement = { tenantId, variantId: subject, orderNumber, reason: 'count' as const }
      await tx.insert(stockMovements).values({ ...movement, stock, held })
    }
  }
}
