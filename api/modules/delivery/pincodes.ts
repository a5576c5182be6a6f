import { and, asc, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { pincodes } from '../../db/schema.ts'

export type Pincode = Omit<typeof pincodes.$inferSelect, 'tenantId'>

/** Rows of one statement, below PostgreSQL's limit of parameters. */
const BATCH = 1000

export async function findPincode(
  tx: Transaction,
  tenantId: string,
  code: string,
): Promise<Pincode | undefined> {
  const [row] = await tx
    .select()
    .from(pincodes)
    .where(and(eq(pincodes.tenantId, tenantId), eq(pincodes.code, code)))
  return row
}

export function listPincodes(tx: Transaction, tenantId: string): Promise<Pincode[]> {
  const { code, city, state, serviceable, deliveryDays, cashOnDelivery } = pincodes
  return tx
    .select({ code, city, state, serviceable, deliveryDays, cashOnDelivery })
    .from(pincodes)
    .where(eq(pincodes.tenantId, tenantId))
    .orderBy(asc(pincodes.code))
}

/** Replaces the shop's table by `rows`. */
export async function replacePincodes(tx: Transaction, tenantId: string, rows: Pincode[]): Promise<void> {
  await tx.delete(pincodes).where(eq(pincodes.tenantId, tenantId))
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH).map((row) => ({ ...row, tenantId }))
    await tx.insert(pincodes).values(batch)
  }
}
