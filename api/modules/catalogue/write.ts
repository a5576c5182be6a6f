import { and, eq, inArray, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { products } from '../../db/schema.ts'
import { randomId } from '../../ids.ts'
import type { CatalogueProduct } from './catalogue-product.ts'
import { isFeatured } from './attributes.ts'
import { isProductAvailable, withVariantFields, writeVariants } from './variants.ts'

const ROWS_PER_STATEMENT = 500

export interface WriteResult {
  created: number
  updated: number
  unchanged: number
}

const CHANGEABLE = [
  'title',
  'description',
  'category',
  'parentCategory',
  'gender',
  'regularPrice',
  'discountedPrice',
  'imgUrl',
  'images',
  'attributes',
  'options',
  'tags',
  'seoTitle',
  'seoDescription',
  'featured',
  'available',
] as const

/** Sets the changeable columns only when one of them differs, so that an unchanged product is not touched. */
const replacement = Object.fromEntries(
  CHANGEABLE.map((name) => [name, sql.raw(`excluded.${columnName(name)}`)]),
)
const columnsOf = (table: string) => CHANGEABLE.map((name) => `${table}.${columnName(name)}`).join(', ')
const differs = sql.raw(
  `(${columnsOf('products')}) is distinct from (${columnsOf('excluded')}) or ${mergedTranslations()} is distinct from products.translations`,
)

/**
 * Creates the products with new keys and updates the others, which keep their ids and creation dates. Keys must be
 * unique; call it inside one `withTenant` so that it writes all or nothing.
 */
export async function writeProducts(
  tx: Transaction,
  tenantId: string,
  catalogue: CatalogueProduct[],
): Promise<WriteResult> {
  const result: WriteResult = { created: 0, updated: 0, unchanged: 0 }
  for (let start = 0; start < catalogue.length; start += ROWS_PER_STATEMENT) {
    const batch = catalogue.slice(start, start + ROWS_PER_STATEMENT).map(withVariantFields)
    const rows = batch.map((product) => toRow(tenantId, product))
    const touched = await tx
      .insert(products)
      .values(rows)
      .onConflictDoUpdate({
        target: [products.tenantId, products.key],
        set: { ...replacement, translations: sql.raw(mergedTranslations()) },
        setWhere: differs,
      })
      .returning({ id: products.id })
    const changed = new Set([
      ...touched.map(({ id }) => id),
      ...(await writeVariants(tx, tenantId, await withIds(tx, tenantId, batch))),
    ])
    const created = rows.filter(({ id }) => changed.has(id)).length
    result.created += created
    result.updated += changed.size - created
    result.unchanged += rows.length - changed.size
  }
  return result
}

/** The variants of each product with the id that the shop gave it. */
async function withIds(tx: Transaction, tenantId: string, batch: CatalogueProduct[]) {
  const byKey = new Map(batch.map((product) => [product.key, product.variants ?? []]))
  const stored = await tx
    .select({ id: products.id, key: products.key })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), inArray(products.key, [...byKey.keys()])))
  return stored.map(({ id, key }) => ({ id, variants: byKey.get(key) ?? [] }))
}

/** Deletes products by key and returns how many existed. Orders keep their own copy of the product data. */
export async function removeProducts(tx: Transaction, tenantId: string, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  const removed = await tx
    .delete(products)
    .where(and(eq(products.tenantId, tenantId), inArray(products.key, keys)))
    .returning({ id: products.id })
  return removed.length
}

function toRow(tenantId: string, product: CatalogueProduct): typeof products.$inferInsert & { id: string } {
  const { key, title, description, category, parentCategory, gender, imgUrl, images, attributes } = product
  return {
    tenantId,
    id: randomId(),
    key,
    title,
    description,
    category,
    parentCategory,
    gender,
    regularPrice: toPaise(product.regularPrice),
    discountedPrice: product.discountedPrice === undefined ? null : toPaise(product.discountedPrice),
    imgUrl,
    images: images.map(({ url, alt }) => ({ url, ...(alt ? { alt } : {}) })),
    attributes,
    options: product.options ?? [],
    tags: product.tags ?? [],
    seoTitle: product.seoTitle ?? null,
    seoDescription: product.seoDescription ?? null,
    translations: product.translations ?? null,
    featured: isFeatured(attributes),
    available: isProductAvailable(product),
    ...(product.createdAt ? { createdAt: new Date(product.createdAt) } : {}),
  }
}

/** The stored texts, of which an import replaces those of the languages that it names. */
function mergedTranslations(): string {
  return `case when excluded.translations is null then products.translations
    else coalesce(products.translations, '{}') || excluded.translations end`
}

function toPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

function columnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
