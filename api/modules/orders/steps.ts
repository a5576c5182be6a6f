import { and, asc, eq, gt, inArray } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { orderEvents } from '../../db/schema.ts'

/** When an order reached a status. */
export interface Step {
  status: number
  reachedAt: Date
}

/** The statuses that these orders reached after Pending, oldest first, by order number. */
export async function readSteps(
  tx: Transaction,
  tenantId: string,
  numbers: readonly string[],
): Promise<Map<string, Step[]>> {
  if (numbers.length === 0) return new Map()
  const { orderNumber, sequence, status, createdAt } = orderEvents
  const rows = await tx
    .select({ orderNumber, status, reachedAt: createdAt })
    .from(orderEvents)
    .where(and(eq(orderEvents.tenantId, tenantId), inArray(orderNumber, [...numbers]), gt(status, 0)))
    .orderBy(asc(orderNumber), asc(sequence))
  const steps = rows.flatMap((row) => (row.status === null ? [] : [{ ...row, status: row.status }]))
  return Map.groupBy(steps, (step) => step.orderNumber)
}
