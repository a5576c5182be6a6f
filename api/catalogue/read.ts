import { and, asc, count, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { receivedProductSchema } from '../../src/lib/schemas/product.ts'
import type { Transaction } from '../db/index.ts'
import { products } from '../db/schema.ts'

export type ProductAnswer = z.input<typeof receivedProductSchema>

/** The query of `GET /products`; texts are compared without regard to case. §7 */
export interface ProductQuery {
  page: number
  limit: number
  gender?: string | undefined
  /** Categories and genders, by commas; `null` is the products for no gender. */
  filter?: string | undefined
  category?: string | undefined
  parentCategory?: string | undefined
  featured?: boolean | undefined
}

/** One page of the shop's products, newest first, and how many there are in all. */
export async function listProducts(
  tx: Transaction,
  tenantId: string,
  query: ProductQuery,
): Promise<{ data: ProductAnswer[]; total: number }> {
  const wanted = and(eq(products.tenantId, tenantId), ...conditions(query))
  const [counted] = await tx.select({ total: count() }).from(products).where(wanted)
  const rows = await tx
    .select()
    .from(products)
    .where(wanted)
    .orderBy(desc(products.createdAt), asc(products.position))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  return { data: rows.map(toAnswer), total: counted?.total ?? 0 }
}

export async function findProduct(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<ProductAnswer | undefined> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.tenantId, tenantId), eq(products.id, id)))
  return row && toAnswer(row)
}

function conditions({
  gender,
  filter,
  category,
  parentCategory,
  featured,
}: ProductQuery): (SQL | undefined)[] {
  return [
    gender && eq(sql`lower(${products.gender})`, gender.toLowerCase()),
    filter && matchesFilter(filter),
    category && eq(sql`lower(${products.category})`, category.toLowerCase()),
    parentCategory && eq(sql`lower(${products.parentCategory})`, parentCategory.toLowerCase()),
    featured && eq(products.featured, true),
  ].filter((condition) => typeof condition === 'object')
}

function matchesFilter(filter: string): SQL | undefined {
  const words = filter
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
  if (words.length === 0) return undefined
  return or(
    inArray(sql`lower(${products.category})`, words),
    inArray(sql`lower(${products.gender})`, words),
    words.includes('null') ? isNull(products.gender) : undefined,
  )
}

function toAnswer(row: typeof products.$inferSelect): ProductAnswer {
  const { id, title, description, imgUrl, category, parentCategory, images, attributes } = row
  return {
    id,
    title,
    description,
    imgUrl,
    category,
    parentCategory,
    regularPrice: row.regularPrice / 100,
    ...(row.discountedPrice === null ? {} : { discountedPrice: row.discountedPrice / 100 }),
    createdAt: row.createdAt.toISOString(),
    images,
    attributes: attributes.map((attribute, index) => ({ id: String(index + 1), ...attribute })),
  }
}
