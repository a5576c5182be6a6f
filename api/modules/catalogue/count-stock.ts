import { and, eq, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { productVariants } from '../../db/schema.ts'

interface CountedVariant {
  id: string
  /** Null where stock is not counted any more, or the variant goes. */
  stock?: number | null | undefined
}

/** Records how new numbers of pieces differ from the present ones. Call it before they are written. */
export async function recordCounts(
  tx: Transaction,
  tenantId: string,
  counts: readonly CountedVariant[],
  reason: 'import' | 'count',
): Promise<void> {
  if (counts.length === 0) return
  const list = JSON.stringify(counts.map(({ id, stock }) => ({ id, stock: stock ?? 0 })))
  await tx.execute(sql`
    insert into stock_movements (tenant_id, variant_id, reason, stock, held)
    select ${tenantId}, counted.id, ${reason}, counted.stock - coalesce(variant.stock, 0), 0
    from jsonb_to_recordset(${list}::jsonb) as counted(id text, stock int)
    left join product_variants variant on variant.tenant_id = ${tenantId} and variant.id = counted.id
    where counted.stock <> coalesce(variant.stock, 0)`)
}

/** Sets the pieces of a locked variant to what the merchant counted. */
export async function setCount(tx: Transaction, tenantId: string, id: string, stock: number): Promise<void> {
  await recordCounts(tx, tenantId, [{ id, stock }], 'count')
  await tx
    .update(productVariants)
    .set({ stock })
    .where(and(eq(productVariants.tenantId, tenantId), eq(productVariants.id, id)))
}
