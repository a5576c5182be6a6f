import { and, eq, ne, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { productAnswer } from '../answers.ts'
import type { Transaction } from '../db/index.ts'
import { productGroups, products } from '../db/schema.ts'
import { groupsOf, type ProductFilter } from './filter.ts'
import { findProducts } from './find.ts'
import { isPlain, type Facets, type Finding } from './finding.ts'
import { measure, readPage, type ProductRow } from './listing.ts'
import { pricesOf } from './stored.ts'
import { survey } from './survey.ts'

export type ProductAnswer = z.input<typeof productAnswer>

/** The query of `GET /products`. docs/requirements.md#73-listing-parameters */
interface ProductQuery extends ProductFilter {
  page: number
  limit: number
}

/** The same beyond the contract. docs/requirements.md#11-capabilities */
export interface FindingQuery extends Finding {
  page: number
  limit: number
  /** Whether the answer tells what can be chosen by. */
  facets: boolean
}

interface ProductPage {
  data: ProductAnswer[]
  total: number
}

/** One page of what was searched, sorted or chosen; the plain listing where nothing of it was. */
export async function listFound(
  tx: Transaction,
  tenantId: string,
  { page, limit, facets: wantsFacets, ...finding }: FindingQuery,
): Promise<ProductPage & { facets?: Facets }> {
  if (!isPlain(finding)) {
    const window = { offset: (page - 1) * limit, limit, wantsFacets }
    const { rows, total, facets } = await findProducts(tx, tenantId, finding, window)
    return { data: rows.map(toAnswer), total, ...(wantsFacets ? { facets } : {}) }
  }
  const listed = await listProducts(tx, tenantId, { page, limit, ...finding })
  if (!wantsFacets) return listed
  const { facets } = await survey(tx, tenantId, finding, { window: { offset: 0, limit: 0 }, wantsFacets })
  return { ...listed, facets }
}

/**
 * One page of the shop's products, newest first, and how many there are in all. Reads index entries from the nearer end
 * of the listing up to the page, so the middle page costs most. The transaction must be of `readTenant`.
 */
export async function listProducts(
  tx: Transaction,
  tenantId: string,
  { page, limit, ...filter }: ProductQuery,
): Promise<ProductPage> {
  const listing = await measure(tx, tenantId, filter)
  const { total } = listing
  const offset = (page - 1) * limit
  if (offset >= total) return { data: [], total }
  const rows = await readPage(tx, listing, offset, limit)
  return { data: rows.map(toAnswer), total }
}

/** The names of the parent categories among the products, that of the newest product first. docs/requirements.md#28-product-listing */
export async function listParentCategories(
  tx: Transaction,
  tenantId: string,
  filter: ProductFilter,
): Promise<string[]> {
  const newest = tx
    .select({ createdAt: products.createdAt, listingRank: products.listingRank })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), eq(products.groupId, productGroups.id)))
    .orderBy(sql`1 desc, 2 desc`)
    .limit(1)
    .as('newest')
  const rows = await tx
    .select({ name: productGroups.parentCategory })
    .from(productGroups)
    .crossJoinLateral(newest)
    .where(and(groupsOf(tenantId, filter), ne(productGroups.parentCategory, '')))
    .orderBy(sql`${newest.createdAt} desc, ${newest.listingRank} desc`)
  return [...new Set(rows.map(({ name }) => name))]
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

function toAnswer(row: ProductRow): ProductAnswer {
  const { id, title, description, imgUrl, category, parentCategory, images, attributes } = row
  return {
    id,
    title,
    description,
    imgUrl,
    category,
    parentCategory,
    ...pricesOf(row),
    createdAt: row.createdAt.toISOString(),
    images,
    attributes: attributes.map((attribute, index) => ({ id: String(index + 1), ...attribute })),
  }
}
