import { and, eq } from 'drizzle-orm'

import { withTenant, type Database, type Transaction } from '../db/index.ts'
import { bouncedAddresses } from '../db/schema.ts'

/** Whether an address, by its keyed digest, takes no message of the shop any more. */
export function hasBounced(db: Database, tenantId: string, digest: string): Promise<boolean> {
  return withTenant(db, tenantId, async (tx) => {
    const rows = await tx.select().from(bouncedAddresses).where(isNamed(tenantId, digest))
    return rows.length > 0
  })
}

export async function addBouncedAddress(
  tx: Transaction,
  tenantId: string,
  digest: string,
  bouncedAt: Date,
): Promise<void> {
  await tx.insert(bouncedAddresses).values({ tenantId, digest, bouncedAt }).onConflictDoNothing()
}

/** Counts an address as good again. */
export async function removeBouncedAddress(tx: Transaction, tenantId: string, digest: string): Promise<void> {
  await tx.delete(bouncedAddresses).where(isNamed(tenantId, digest))
}

function isNamed(tenantId: string, digest: string) {
  return and(eq(bouncedAddresses.tenantId, tenantId), eq(bouncedAddresses.digest, digest))
}
