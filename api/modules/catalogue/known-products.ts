import { and, eq, inArray } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { products, withdrawnProducts } from '../../db/schema.ts'
import type { KnownProduct } from '../../db/catalogue-product.ts'
import type { ProductRow } from './listing.ts'
import { toStored } from './stored-products.ts'
import { readVariants, toCatalogueVariant, type VariantRow } from './variants.ts'

export interface KnownRows {
  product: ProductRow
  variants: VariantRow[]
}

/** The shop's products with these keys, by key. */
export async function readKnownProducts(
  tx: Transaction,
  tenantId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KnownRows>> {
  if (keys.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(products)
    .where(and(eq(products.tenantId, tenantId), inArray(products.key, [...keys])))
  const variants = await readVariants(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map((product) => [product.key, { product, variants: variants.get(product.id) ?? [] }]))
}

/** Products with these keys that are off sale, by key. */
export async function readWithdrawnProducts(
  tx: Transaction,
  tenantId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KnownProduct>> {
  if (keys.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(withdrawnProducts)
    .where(and(eq(withdrawnProducts.tenantId, tenantId), inArray(withdrawnProducts.key, [...keys])))
  return new Map(rows.map(({ key, product }) => [key, product]))
}

export function toKnown({ product, variants }: KnownRows): KnownProduct {
  const stored = toStored(product, [])
  if (variants.length === 0) return { ...stored, variants: [] }
  const known = variants.map((row) => ({ id: row.id, ...toCatalogueVariant(row) }))
  return { ...stored, options: product.options, variants: known }
}
