import { asc, eq } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { productVariants } from '../../db/schema.ts'
import { lockProducts } from './availability.ts'

/**
 * Locks the shop's catalogue and all its variants, in the order in which orders lock them: an import writes and deletes
 * variants batch by batch, and would otherwise deadlock with an order.
 */
export async function lockCatalogue(tx: Transaction, tenantId: string): Promise<void> {
  await lockProducts(tx, tenantId)
  await tx
    .select({ id: productVariants.id })
    .from(productVariants)
    .where(eq(productVariants.tenantId, tenantId))
    .orderBy(asc(productVariants.id))
    .for('update')
}
