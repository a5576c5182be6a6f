import { and, asc, eq, exists, gt, isNull, lte, notExists, or, type SQL } from 'drizzle-orm'
import pLimit from 'p-limit'

import { withTenant, type Transaction } from '../db/index.ts'
import { orderItems, orders, payments } from '../db/schema.ts'
import { describeFailure } from '../errors.ts'
import { formatOrderNumber } from '../ids.ts'
import { updateAvailability, type AvailabilityServices } from '../modules/catalogue/availability.ts'
import { isChecked } from '../modules/payments/reconcile.ts'
import { BY_SHOP } from '../modules/orders/receipts.ts'
import { listOrderTerms, type OrderTerms } from '../modules/tenants/find.ts'
import { changeOrder, lockOrder } from '../modules/orders/change-order.ts'
import { isHoldOver } from '../modules/orders/holds.ts'
import { orderLimitsOf } from '../modules/quotes/order-limits.ts'
import { ORDER_STATUS, type OrderChange } from '../modules/orders/lifecycle/order-rules.ts'

const HOUR_MS = 60 * 60 * 1000
/** An order that is unpaid for this long is cancelled. */
const UNPAID_MS = 7 * 24 * HOUR_MS
/** Orders per query; a pass repeats it until none is due. */
const BATCH_SIZE = 200
const SHOP_CONCURRENCY = 4

type Releasing = AvailabilityServices & { now: () => Date }

/** A change that is due with unpaid orders that meet a condition. */
interface Task {
  event: string
  isDue: (tx: Transaction, shop: OrderTerms, now: Date) => SQL | undefined
  change: OrderChange
}

const TASKS: Task[] = [
  { event: 'pieces of an unpaid order released', isDue: isHoldDue, change: 'release' },
  { event: 'unpaid order cancelled', isDue: isCancellationDue, change: 'expire' },
]

/**
 * Puts the pieces of unpaid orders of all shops back once their time is over, and cancels orders that are unpaid for 7
 * days. A shop that fails is logged and does not stop the others. docs/requirements.md#1116-stock
 */
export async function releaseUnpaidOrders(services: Releasing, signal?: AbortSignal): Promise<void> {
  await pLimit(SHOP_CONCURRENCY).map(await listOrderTerms(services.db), async (shop) => {
    try {
      for (const task of TASKS) await runTask(services, shop, task, signal)
    } catch (error) {
      services.log({
        level: 'error',
        event: 'stock not released',
        tenant: shop.id,
        ...describeFailure(error),
      })
    }
  })
}

async function runTask(
  services: Releasing,
  shop: OrderTerms,
  task: Task,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db, log, now } = services
  const restocked = new Set<string>()
  let isLast = false
  while (!isLast && !signal?.aborted) {
    const due = await withTenant(db, shop.id, (tx) =>
      tx
        .select({ number: orders.number })
        .from(orders)
        .where(isUnpaid(shop, task.isDue(tx, shop, now())))
        .orderBy(asc(orders.createdAt))
        .limit(BATCH_SIZE),
    )
    isLast = due.length < BATCH_SIZE
    for (const { number } of due) {
      if (signal?.aborted) break
      const released = await runOnce(services, shop, task, number)
      for (const id of released ?? []) restocked.add(id)
      if (released) log({ event: task.event, tenant: shop.id, order: formatOrderNumber(number) })
    }
  }
  await updateAvailability(services, shop.id, [...restocked])
}

/** Runs the task if it is still due under the order's lock. Returns the restocked products; `undefined` if it is not due. */
async function runOnce(
  { db, now }: Releasing,
  shop: OrderTerms,
  task: Task,
  number: string,
): Promise<string[] | undefined> {
  return withTenant(db, shop.id, async (tx) => {
    // Payments start and settle under this lock, so the next statement sees the last of them.
    const order = await lockOrder(tx, shop.id, number)
    const [due] = await tx
      .select({ number: orders.number })
      .from(orders)
      .where(and(eq(orders.number, number), isUnpaid(shop, task.isDue(tx, shop, now()))))
    if (!order || !due) return undefined
    const changed = await changeOrder(tx, order, task.change, { actor: 'job', now: now() })
    return 'order' in changed ? changed.restocked : undefined
  })
}

function isUnpaid({ id }: OrderTerms, condition: SQL | undefined) {
  return and(
    eq(orders.tenantId, id),
    eq(orders.status, ORDER_STATUS.pending),
    isNull(orders.paidAt),
    condition,
  )
}

/** Whether an order holds pieces for longer than the shop, or a payment that started, lets it. */
function isHoldDue(tx: Transaction, shop: OrderTerms, now: Date) {
  const held = tx
    .select({ line: orderItems.line })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.tenantId, shop.id),
        eq(orderItems.orderNumber, orders.number),
        eq(orderItems.holdsStock, true),
      ),
    )
  return and(isHoldOver(orderLimitsOf(shop), now), exists(held))
}

/** Whether an order is unpaid for too long and awaits no payment. */
function isCancellationDue(tx: Transaction, shop: OrderTerms, now: Date) {
  const { id: tenantId, payeeConfirmsWithinHours } = shop
  const confirmedSince = new Date(now.getTime() - (payeeConfirmsWithinHours ?? 0) * HOUR_MS)
  const isAwaitingShop = and(eq(payments.provider, BY_SHOP), gt(payments.createdAt, confirmedSince))
  const awaited = tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.tenantId, tenantId),
        eq(payments.orderNumber, orders.number),
        eq(payments.status, 'pending'),
        or(isChecked(shop), isAwaitingShop),
      ),
    )
  return and(lte(orders.createdAt, new Date(now.getTime() - UNPAID_MS)), notExists(awaited))
}
