import { and, asc, eq, inArray } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { products, productVariants } from '../../db/schema.ts'
import { awaitTurnForProducts } from './availability.ts'
import type { CatalogueProduct } from './catalogue-product.ts'
import { readVariants, variantId } from './variants.ts'

/**
 * Locks the shop's catalogue and all its variants, in the order in which orders lock them: an import writes and deletes
 * variants batch by batch, and would otherwise deadlock with an order.
 */
export async function lockCatalogue(tx: Transaction, tenantId: string): Promise<void> {
  await awaitTurnForProducts(tx, tenantId)
  await tx
    .select({ id: productVariants.id })
    .from(productVariants)
    .where(eq(productVariants.tenantId, tenantId))
    .orderBy(asc(productVariants.id))
    .for('update')
}

/**
 * The products with the stored stock of the variants that both they and the shop count, and the number of variants
 * whose stock differed. The catalogue must be locked. docs/import.md#stock
 */
export async function keepStock(
  tx: Transaction,
  tenantId: string,
  catalogue: CatalogueProduct[],
): Promise<{ products: CatalogueProduct[]; kept: number }> {
  const keys = catalogue.filter(({ variants = [] }) => variants.length > 0).map(({ key }) => key)
  if (keys.length === 0) return { products: catalogue, kept: 0 }
  const rows = await tx
    .select({ id: products.id, key: products.key })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), inArray(products.key, keys)))
  const idOf = new Map(rows.map(({ id, key }) => [key, id]))
  const stored = [...(await readVariants(tx, tenantId, [...idOf.values()])).values()].flat()
  const stockOf = new Map(stored.map(({ id, stock }) => [id, stock]))
  let kept = 0
  const merged = catalogue.map((product) => {
    const productId = idOf.get(product.key)
    if (productId === undefined || !product.variants) return product
    const variants = product.variants.map((variant) => {
      const stock = stockOf.get(variantId(productId, variant.options)) ?? undefined
      if (stock === undefined || variant.stock === undefined || stock === variant.stock) return variant
      kept += 1
      return { ...variant, stock }
    })
    return { ...product, variants }
  })
  return { products: merged, kept }
}
