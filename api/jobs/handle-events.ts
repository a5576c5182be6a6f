import { and, asc, eq, gt, lt } from 'drizzle-orm'

import { withTenant, type Database } from '../db/index.ts'
import type { JobIds } from '../db/enqueue.ts'
import { orderEvents, orders } from '../db/schema.ts'

type OrderEvent = typeof orderEvents.$inferSelect

/**
 * Does what an event asks for, outside of transactions. After a crash it gets an event again, which its order and sequence
 * identify.
 */
export type EventHandler = (event: OrderEvent, signal: AbortSignal) => Promise<void>

/** Events per query; the rest follows in the next one. */
const BATCH_SIZE = 100

/** Hands the events of an order that are not handled yet to the handlers, in their order, until `signal` aborts. */
export async function handleEvents(
  db: Database,
  handlers: readonly EventHandler[],
  job: JobIds<'orders'>,
  signal: AbortSignal,
): Promise<void> {
  let events: OrderEvent[]
  do {
    events = await readNew(db, job)
    for (const event of events) {
      for (const handle of handlers) await handle(event, signal)
      await setHandled(db, event)
      if (signal.aborted) return
    }
  } while (events.length === BATCH_SIZE)
}

function readNew(db: Database, { tenantId, order }: JobIds<'orders'>): Promise<OrderEvent[]> {
  return withTenant(db, tenantId, async (tx) => {
    const rows = await tx
      .select({ event: orderEvents })
      .from(orderEvents)
      .innerJoin(
        orders,
        and(eq(orders.tenantId, orderEvents.tenantId), eq(orders.number, orderEvents.orderNumber)),
      )
      .where(
        and(
          eq(orderEvents.tenantId, tenantId),
          eq(orderEvents.orderNumber, order),
          gt(orderEvents.sequence, orders.eventsHandled),
        ),
      )
      .orderBy(asc(orderEvents.sequence))
      .limit(BATCH_SIZE)
    return rows.map(({ event }) => event)
  })
}

async function setHandled(db: Database, { tenantId, orderNumber, sequence }: OrderEvent): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    tx
      .update(orders)
      .set({ eventsHandled: sequence })
      .where(
        and(
          eq(orders.tenantId, tenantId),
          eq(orders.number, orderNumber),
          lt(orders.eventsHandled, sequence),
        ),
      ),
  )
}
