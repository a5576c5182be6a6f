import { and, asc, eq, lte } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { productVariants, products } from '../../db/schema.ts'
import { STOCK_TOLD_MAX } from '../catalogue/variants.ts'

/** Counted variants that are sold out or nearly, the fewest pieces first. */
export function listLowStock(tx: Transaction, tenantId: string, limit: number) {
  return tx
    .select({
      variantId: productVariants.id,
      productId: products.id,
      title: products.title,
      options: productVariants.options,
      sku: productVariants.sku,
      stock: productVariants.stock,
    })
    .from(productVariants)
    .innerJoin(
      products,
      and(eq(products.tenantId, productVariants.tenantId), eq(products.id, productVariants.productId)),
    )
    .where(
      and(
        eq(productVariants.tenantId, tenantId),
        lte(productVariants.stock, STOCK_TOLD_MAX),
        eq(productVariants.sellsBeyondStock, false),
      ),
    )
    .orderBy(asc(productVariants.stock), asc(products.title), asc(productVariants.position))
    .limit(limit)
}
