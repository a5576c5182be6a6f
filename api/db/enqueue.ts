import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'

import type { Transaction } from './database.ts'

const shop = { tenantId: z.string() }

/** The queues, and the ids that a job of each carries. What a job does is read from the database when it runs. */
export const JOB_IDS = {
  /** Events of one order that are not handled yet. */
  orders: z.object({ ...shop, order: z.string() }),
  /** Payments of one shop that are due for a check. */
  payments: z.object(shop),
  /** Messages of one stream that are not sent yet. */
  messages: z.object({ ...shop, order: z.optional(z.string()), stream: z.string() }),
  /** Pages of one shop that a storefront still has: of these products, or all. */
  purges: z.object({ ...shop, products: z.optional(z.array(z.string())) }),
  /** An uploaded catalogue that waits to be checked or written. */
  imports: z.object({ ...shop, import: z.string() }),
  /** Due payments, unpaid orders and availability of all shops. */
  sweep: z.object({}),
}

export type Queue = keyof typeof JOB_IDS
export type JobIds<Q extends Queue = Queue> = z.output<(typeof JOB_IDS)[Q]>

/** Jobs that each transaction has added. */
const added = new WeakMap<Transaction, Set<string>>()

/**
 * Adds a job that runs after the commit of this transaction, not before `due`, and at least once; the same job of one
 * transaction once. A shop's transaction adds only jobs of its own shop. Jobs of one order, or of one stream of messages,
 * never run at the same time.
 */
export async function enqueue<Q extends Queue>(
  tx: Transaction,
  queue: Q,
  ids: JobIds<Q>,
  due?: Date,
): Promise<void> {
  const job = JSON.stringify([queue, ids, due])
  const jobs = added.get(tx) ?? new Set()
  if (jobs.has(job)) return
  added.set(tx, jobs.add(job))
  const subject = 'stream' in ids ? ids.stream : 'order' in ids ? ids.order : undefined
  const key = 'tenantId' in ids && subject !== undefined ? `${ids.tenantId}/${subject}` : null
  await tx.execute(
    sql`select enqueue_job(${queue}, ${JSON.stringify(ids)}::jsonb, ${key}, ${due?.toISOString() ?? null}::timestamptz)`,
  )
}
