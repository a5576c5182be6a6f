import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'

import type { Transaction } from '../db/index.ts'
import { products } from '../db/schema.ts'
import type { CatalogueProduct, Gender } from './catalogue-product.ts'
import type { ProductRow } from './listing.ts'

const ROWS_PER_READ = 500
const GENDERS: Gender[] = ['Men', 'Women', 'Unisex']

/** A product as the shop has it: what a merchant brought, and the shop's own id. */
export interface StoredProduct extends CatalogueProduct {
  id: string
}

/** The prices of a row in rupees, for pages and feeds alike. §3 Derived display fields */
export function pricesOf(row: Pick<ProductRow, 'regularPrice' | 'discountedPrice'>): {
  regularPrice: number
  discountedPrice?: number
} {
  return {
    regularPrice: row.regularPrice / 100,
    ...(row.discountedPrice === null ? {} : { discountedPrice: row.discountedPrice / 100 }),
  }
}

/** Every product of the shop in the order of its listing, some hundred at a time, as `tx` sees them. */
export async function* storedProducts(tx: Transaction, tenantId: string): AsyncGenerator<StoredProduct[]> {
  const place = sql`(${products.createdAt}, ${products.listingRank})`
  let last: { moment: string; rank: number } | undefined
  for (;;) {
    const rows = await tx
      .select({ ...getTableColumns(products), moment: sql<string>`${products.createdAt}::text` })
      .from(products)
      .where(
        and(
          eq(products.tenantId, tenantId),
          last && sql`${place} < (${last.moment}::timestamptz, ${last.rank}::bigint)`,
        ),
      )
      .orderBy(desc(products.createdAt), desc(products.listingRank))
      .limit(ROWS_PER_READ)
    const final = rows.at(-1)
    if (!final) return
    yield rows.map(toStored)
    last = { moment: final.moment, rank: final.listingRank }
  }
}

function toStored(row: ProductRow): StoredProduct {
  const { id, key, title, description, category, parentCategory, imgUrl, images, attributes, createdAt } = row
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
    createdAt: createdAt.toISOString(),
  }
}
