import { and, eq, ne, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { productResponse } from './response-schemas.ts'
import type { Transaction } from '../../db/index.ts'
import { productGroups, products } from '../../db/schema.ts'
import { groupsOf, type ProductFilter } from './filter.ts'
import { findProducts } from './find-products.ts'
import { isPlain, type Facets, type SearchCriteria } from './search-criteria.ts'
import { countListing, readPage, type ProductRow } from './listing.ts'
import { pricesOf } from './stored.ts'
import { countFacets } from './facet-counts.ts'

export type ProductResponse = z.input<typeof productResponse>

/** The query of `GET /products`. docs/requirements.md#73-listing-parameters */
interface ProductQuery extends ProductFilter {
  page: number
  limit: number
}

/** The query with parameters beyond the contract. docs/requirements.md#11-capabilities */
export interface SearchPageQuery extends SearchCriteria {
  page: number
  limit: number
  /** Whether the response includes facets. */
  facets: boolean
}

interface ProductPage {
  data: ProductResponse[]
  total: number
}

/** One page of the products that match the criteria; without criteria the plain listing. */
export async function searchProducts(
  tx: Transaction,
  tenantId: string,
  { page, limit, facets: wantsFacets, ...criteria }: SearchPageQuery,
): Promise<ProductPage & { facets?: Facets }> {
  if (!isPlain(criteria)) {
    const window = { offset: (page - 1) * limit, limit, wantsFacets }
    const { rows, total, facets } = await findProducts(tx, tenantId, criteria, window)
    return { data: rows.map(toProductResponse), total, ...(wantsFacets ? { facets } : {}) }
  }
  const listed = await listProducts(tx, tenantId, { page, limit, ...criteria })
  if (!wantsFacets) return listed
  const { facets } = await countFacets(tx, tenantId, criteria, {
    window: { offset: 0, limit: 0 },
    wantsFacets,
  })
  return { ...listed, facets }
}

/**
 * One page of the shop's products, newest first, and the total. Reads index entries from the nearer end of the listing
 * up to the page, so the middle page costs most. The transaction must come from `readTenant`.
 */
export async function listProducts(
  tx: Transaction,
  tenantId: string,
  { page, limit, ...filter }: ProductQuery,
): Promise<ProductPage> {
  const listing = await countListing(tx, tenantId, filter)
  const { total } = listing
  const offset = (page - 1) * limit
  if (offset >= total) return { data: [], total }
  const rows = await readPage(tx, listing, offset, limit)
  return { data: rows.map(toProductResponse), total }
}

/**
 * Names of the parent categories of the products that pass the filter; the one with the newest product first.
 * docs/requirements.md#28-product-listing
 */
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
): Promise<ProductResponse | undefined> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.tenantId, tenantId), eq(products.id, id)))
  return row && toProductResponse(row)
}

function toProductResponse(row: ProductRow): ProductResponse {
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
