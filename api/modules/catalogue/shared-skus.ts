import { and, eq, inArray } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { products, productVariants } from '../../db/schema.ts'
import type { KnownRows } from './known-products.ts'

/** Names enough to find the mistake. */
const MAX_NAMED = 20

/** The SKUs of a product that several variants of the shop have, each with the titles of their products. */
export async function findSharedSkus(
  tx: Transaction,
  tenantId: string,
  { variants }: KnownRows,
): Promise<{ sku: string; titles: string[] }[]> {
  const skus = variants.flatMap(({ sku }) => sku ?? [])
  if (skus.length === 0) return []
  const { sku, productId } = productVariants
  const rows = await tx
    .select({ sku, title: products.title })
    .from(productVariants)
    .innerJoin(products, and(eq(products.tenantId, tenantId), eq(products.id, productId)))
    .where(and(eq(productVariants.tenantId, tenantId), inArray(sku, skus)))
    .orderBy(sku, products.title)
  return [...Map.groupBy(rows, (row) => row.sku ?? '')]
    .filter(([, found]) => found.length > 1)
    .slice(0, MAX_NAMED)
    .map(([shared, found]) => ({ sku: shared, titles: [...new Set(found.map(({ title }) => title))] }))
}
