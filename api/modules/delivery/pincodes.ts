import { and, asc, count, eq, ilike, like, or } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { beginningWith } from '../../db/like-pattern.ts'
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

/** A page of the shop's table, by code, and the number of all that fit. */
export async function findPincodePage(
  tx: Transaction,
  tenantId: string,
  typed: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ found: Pincode[]; total: number }> {
  const { code, city, state, serviceable, deliveryDays, cashOnDelivery } = pincodes
  const pattern = beginningWith(typed)
  const fits = and(
    eq(pincodes.tenantId, tenantId),
    typed === '' ? undefined : or(like(code, pattern), ilike(city, pattern), ilike(state, pattern)),
  )
  const [counted] = await tx.select({ total: count() }).from(pincodes).where(fits)
  const found = await tx
    .select({ code, city, state, serviceable, deliveryDays, cashOnDelivery })
    .from(pincodes)
    .where(fits)
    .orderBy(asc(code))
    .limit(limit)
    .offset(offset)
  return { found, total: counted?.total ?? 0 }
}

/** Writes one row of the table. */
export async function savePincode(tx: Transaction, tenantId: string, row: Pincode): Promise<void> {
  await tx
    .insert(pincodes)
    .values({ ...row, tenantId })
    .onConflictDoUpdate({ target: [pincodes.tenantId, pincodes.code], set: row })
}

/** Removes one row; returns whether there was one. */
export async function removePincode(tx: Transaction, tenantId: string, code: string): Promise<boolean> {
  const removed = await tx
    .delete(pincodes)
    .where(and(eq(pincodes.tenantId, tenantId), eq(pincodes.code, code)))
    .returning({ code: pincodes.code })
  return removed.length > 0
}
