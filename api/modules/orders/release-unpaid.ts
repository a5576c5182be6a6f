import { and, asc, eq, exists, gt, isNull, lte, notExists, or } from 'drizzle-orm'
import pLimit from 'p-limit'

import { withTenant, type Transaction } from '../../db/index.ts'
import { orderItems, orders, payments } from '../../db/schema.ts'
import { describeFailure } from '../../http/errors.ts'
import { formatOrderNumber } from '../../ids.ts'
import { publishAvailability, type Publishing } from '../catalogue/availability.ts'
import { isChecked } from '../payments/reconcile.ts'
import { BY_SHOP } from '../payments/shop-payments.ts'
import { listOrderTerms, type OrderTerms } from '../tenants/find.ts'
import { advanceOrder } from './advance.ts'
import { ORDER_STATUS } from './status.ts'

const HOUR_MS = 60 * 60 * 1000
/** Orders per shop and pass; the next pass cancels the others. */
const MAX_PER_SHOP = 200
const SHOP_CONCURRENCY = 4

type Releasing = Publishing & { now: () => Date }

/**
 * Cancels the unpaid orders of all shops that hold stock for longer than their shop allows, and puts their pieces back.
 * A shop that fails is logged and does not stop the others. docs/requirements.md#1116-stock
 */
export async function releaseUnpaidOrders(services: Releasing, signal?: AbortSignal): Promise<void> {
  await pLimit(SHOP_CONCURRENCY).map(await listOrderTerms(services.db), async (shop) => {
    try {
      await releaseOrdersOfShop(services, shop, signal)
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

async function releaseOrdersOfShop(
  services: Releasing,
  shop: OrderTerms,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db, log, now } = services
  if (signal?.aborted) return
  const due = await withTenant(db, shop.id, (tx) =>
    tx
      .select({ number: orders.number })
      .from(orders)
      .where(isDue(tx, shop, now()))
      .orderBy(asc(orders.createdAt))
      .limit(MAX_PER_SHOP),
  )
  const restocked = new Set<string>()
  for (const { number } of due) {
    if (signal?.aborted) break
    const released = await releaseOrder(services, shop, number)
    for (const id of released ?? []) restocked.add(id)
    if (released) log({ event: 'unpaid order cancelled', tenant: shop.id, order: formatOrderNumber(number) })
  }
  await publishAvailability(services, shop.id, [...restocked])
}

/** Cancels the order if it is still due under its lock. Returns the restocked products; `undefined` if it is not due. */
async function releaseOrder(
  { db, now }: Releasing,
  shop: OrderTerms,
  number: string,
): Promise<string[] | undefined> {
  return withTenant(db, shop.id, async (tx) => {
    const isOrder = and(eq(orders.tenantId, shop.id), eq(orders.number, number))
    // Payments start and settle under this lock, so the next statement sees the last of them.
    await tx.select({ number: orders.number }).from(orders).where(isOrder).for('update')
    const [due] = await tx
      .select({ number: orders.number })
      .from(orders)
      .where(and(isOrder, isDue(tx, shop, now())))
    if (!due) return undefined
    const { restocked } = await advanceOrder(tx, shop.id, number, ORDER_STATUS.cancelled, { now: now() })
    return restocked
  })
}

/** Whether an order is past the shop's hours and awaits no payment. */
function isDue(tx: Transaction, shop: OrderTerms, now: Date) {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const { id: tenantId, holdStockHours, payeeConfirmsWithinHours } = shop
  const held = tx
    .select({ line: orderItems.line })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.tenantId, tenantId),
        eq(orderItems.orderNumber, orders.number),
        eq(orderItems.holdsStock, true),
      ),
    )
  const isAwaitingShop = and(
    eq(payments.provider, BY_SHOP),
    gt(payments.createdAt, hoursAgo(payeeConfirmsWithinHours ?? 0)),
  )
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
  return and(
    eq(orders.tenantId, tenantId),
    eq(orders.status, ORDER_STATUS.pending),
    isNull(orders.paidAt),
    lte(orders.createdAt, hoursAgo(holdStockHours)),
    exists(held),
    notExists(awaited),
  )
}
