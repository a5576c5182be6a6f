import { and, asc, eq, inArray } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orderSteps } from '../../db/schema.ts'

export type StepRow = typeof orderSteps.$inferSelect

/** Records when an order reached a status. */
export async function recordStep(
  tx: Transaction,
  tenantId: string,
  orderNumber: string,
  status: number,
  reachedAt: Date,
): Promise<void> {
  await tx.insert(orderSteps).values({ tenantId, orderNumber, status, reachedAt }).onConflictDoNothing()
}

/** The recorded steps of these orders, oldest first, by order number. */
export async function readSteps(
  tx: Transaction,
  tenantId: string,
  numbers: readonly string[],
): Promise<Map<string, StepRow[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(orderSteps)
    .where(and(eq(orderSteps.tenantId, tenantId), inArray(orderSteps.orderNumber, [...numbers])))
    .orderBy(asc(orderSteps.reachedAt), asc(orderSteps.status))
  return Map.groupBy(rows, ({ orderNumber }) => orderNumber)
}
