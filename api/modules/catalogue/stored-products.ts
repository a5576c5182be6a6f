import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'

import { GENDERS } from '@tanabana/contract/product.ts'
import type { Transaction } from '../../db/index.ts'
import { productVariants, products } from '../../db/schema.ts'
import type { CatalogueProduct } from '../../db/catalogue-product.ts'
import type { ProductRow } from './listing.ts'
import { readVariants, toCatalogueVariant, type VariantRow } from './variants.ts'

const ROWS_PER_READ = 500

/** A product with the shop's own id. */
export interface StoredProduct extends CatalogueProduct {
  id: string
  /** Ids of `variants`, in their order. */
  variantIds?: string[]
}

/** The prices of a row in rupees, as pages and feeds show them. docs/requirements.md#32-product-as-displayed */
export function pricesOf(row: Pick<ProductRow, 'regularPrice' | 'discountedPrice'>): {
  regularPrice: number
  discountedPrice?: number
} {
  return {
    regularPrice: row.regularPrice / 100,
    ...(row.discountedPrice === null ? {} : { discountedPrice: row.discountedPrice / 100 }),
  }
}

/** Runs a query of a shop, in its own transaction or in a shared one. */
export type Read = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** Reads every product of the shop in listing order, in batches. */
export async function* storedProducts(read: Read, tenantId: string): AsyncGenerator<StoredProduct[]> {
  const place = sql`(${products.createdAt}, ${products.listingRank})`
  let last: { moment: string; rank: number } | undefined
  for (;;) {
    const after = last && sql`${place} < (${last.moment}::timestamptz, ${last.rank}::bigint)`
    const { rows, variants } = await read(async (tx) => {
      const rows = await tx
        .select({ ...getTableColumns(products), moment: sql<string>`${products.createdAt}::text` })
        .from(products)
        .where(and(eq(products.tenantId, tenantId), after))
        .orderBy(desc(products.createdAt), desc(products.listingRank))
        .limit(ROWS_PER_READ)
      const ids = rows.map(({ id }) => id)
      return { rows, variants: await readVariants(tx, tenantId, ids) }
    })
    const final = rows.at(-1)
    if (!final) return
    yield rows.map((row) => toStored(row, variants.get(row.id) ?? []))
    last = { moment: final.moment, rank: final.listingRank }
  }
}

/**
 * A fingerprint that differs after every change of the shop's products: each write stores its transaction number in
 * the row, and no later transaction has that number.
 */
export async function catalogueState(tx: Transaction, tenantId: string): Promise<string> {
  const state = sql<string>`count(*) || ' ' || coalesce(sum(hashtextextended(id || xmin::text, 0)), 0)`
  const [[ofProducts], [ofVariants]] = [
    await tx.select({ state }).from(products).where(eq(products.tenantId, tenantId)),
    await tx.select({ state }).from(productVariants).where(eq(productVariants.tenantId, tenantId)),
  ]
  return `${ofProducts?.state} ${ofVariants?.state}`
}

/** The product as an import reads it, with its id. */
export function toStored(row: ProductRow, variants: VariantRow[]): StoredProduct {
  const { id, key, title, description, category, parentCategory, imgUrl, images, attributes, createdAt } = row
  const { options, tags, seoTitle, seoDescription, translations } = row
  return {
    id,
    key,
    title,
    description,
    category,
    parentCategory,
    gender: GENDERS.find((gender) => gender === row.gender) ?? null,
    ...pricesOf(row),
    imgUrl,
    images,
    attributes,
    ...(variants.length > 0
      ? {
          options,
          variants: variants.map(toCatalogueVariant),
          variantIds: variants.map((variant) => variant.id),
        }
      : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(seoTitle === null ? {} : { seoTitle }),
    ...(seoDescription === null ? {} : { seoDescription }),
    ...(translations === null || Object.keys(translations).length === 0 ? {} : { translations }),
    createdAt: createdAt.toISOString(),
  }
}
