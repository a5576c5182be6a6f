import { and, eq, isNotNull, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { products } from '../../db/schema.ts'
import type { ProductTranslations } from '../../db/catalogue-product.ts'
import { lockProducts } from './availability.ts'

/** A product as translations name it. */
export interface NamedProduct {
  id: string
  key: string
  title: string
}

export function listNamedProducts(tx: Transaction, tenantId: string): Promise<NamedProduct[]> {
  return tx
    .select({ id: products.id, key: products.key, title: products.title })
    .from(products)
    .where(eq(products.tenantId, tenantId))
    .orderBy(products.position)
}

/** The translated products of a shop, in catalogue order. */
export async function listTranslations(
  tx: Transaction,
  tenantId: string,
): Promise<{ key: string; translations: ProductTranslations }[]> {
  const rows = await tx
    .select({ key: products.key, translations: products.translations })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), isNotNull(products.translations)))
    .orderBy(products.position)
  return rows.map(({ key, translations }) => ({ key, translations: translations ?? {} }))
}

/** Replaces the texts of products in the languages given, and returns how many products changed. */
export async function putTranslations(
  tx: Transaction,
  tenantId: string,
  given: readonly { id: string; translations: ProductTranslations }[],
): Promise<number> {
  await lockProducts(tx, tenantId)
  const merged = sql`coalesce(${products.translations}, '{}') || given.translations`
  const changed = await tx
    .update(products)
    .set({ translations: merged })
    .from(sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id text, translations jsonb)`)
    .where(
      and(
        eq(products.tenantId, tenantId),
        eq(products.id, sql`given.id`),
        sql`${merged} is distinct from ${products.translations}`,
      ),
    )
    .returning({ id: products.id })
  return changed.length
}
