import { and, asc, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { productGroups, products } from '../../db/schema.ts'
import { groupsOf, narrows, type ProductFilter } from './filter.ts'

/** End of the listing from which to count. */
type End = 'newest' | 'oldest'

/** A tenant's filtered products, in listing order. */
export interface Listing {
  tenantId: string
  filter: ProductFilter
  /** Number of products that pass the filter. */
  total: number
  /** Number of products of the shop. */
  shopTotal: number
  /** Number of the shop's groups that pass the filter. */
  groups: number
}

/** A page counted from one end of the listing: `take` products after the first `skip`. */
interface ListingRange {
  end: End
  skip: number
  take: number
}

export type ProductRow = typeof products.$inferSelect

/** Up to this offset, whole rows are skipped; above it index entries, and only the page's own rows are read. */
const ROWS_SKIPPED_MAX = 100

/** Counts the products that pass the filter, from the stored counts. */
export async function countListing(
  tx: Transaction,
  tenantId: string,
  filter: ProductFilter,
): Promise<Listing> {
  const matching = sql`filter (where ${groupsOf(tenantId, filter)})`
  const [found] = await tx
    .select({
      total: sql<number>`coalesce(sum(${productGroups.products}) ${matching}, 0)::float8`,
      shopTotal: sql<number>`coalesce(sum(${productGroups.products}), 0)::float8`,
      groups: sql<number>`(count(*) ${matching})::float8`,
    })
    .from(productGroups)
    .where(eq(productGroups.tenantId, tenantId))
  if (!found) throw new Error('Counting gave no row.')
  return { tenantId, filter, ...found }
}

/** Reads `limit` products after the first `offset`, in listing order; `offset` is below the total. */
export async function readPage(
  tx: Transaction,
  listing: Listing,
  offset: number,
  limit: number,
): Promise<ProductRow[]> {
  const take = Math.min(limit, listing.total - offset)
  const fromOldest = listing.total - offset - take
  if (offset <= fromOldest) return readRange(tx, listing, { end: 'newest', skip: offset, take })
  const rows = await readRange(tx, listing, { end: 'oldest', skip: fromOldest, take })
  return rows.toReversed()
}

/** Reads the products of the range, in listing order from its end. */
async function readRange(tx: Transaction, listing: Listing, range: ListingRange): Promise<ProductRow[]> {
  const { tenantId, filter, total, shopTotal, groups } = listing
  const { end, skip, take } = range
  const isNarrowed = narrows(filter)
  if (!isNarrowed && skip <= ROWS_SKIPPED_MAX) {
    return tx
      .select()
      .from(products)
      .where(eq(products.tenantId, tenantId))
      .orderBy(...order(end))
      .offset(skip)
      .limit(take)
  }
  const reach = skip + take
  const isMerged = isNarrowed && Math.min(total, groups * reach) <= (reach * shopTotal) / total
  const places = isMerged ? mergedGroups(tx, listing, range) : filteredScan(tx, listing, range)
  return tx
    .select(getTableColumns(products))
    .from(sql`(${places} limit ${take} offset ${skip}) as places`)
    .innerJoin(
      products,
      and(
        eq(products.tenantId, tenantId),
        isMerged ? eq(products.groupId, sql`places.group_id`) : undefined,
        eq(products.createdAt, sql`places.created_at`),
        eq(products.listingRank, sql`places.listing_rank`),
      ),
    )
    .orderBy(...order(end))
}

/** Positions in the filter's groups, each read in order from the index as far as the range can need. */
function mergedGroups(tx: Transaction, { tenantId, filter }: Listing, range: ListingRange): SQL {
  const stream = tx
    .select({
      available: products.available,
      createdAt: products.createdAt,
      listingRank: products.listingRank,
    })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), eq(products.groupId, productGroups.id)))
    .orderBy(...order(range.end))
    .limit(range.skip + range.take)
  return sql`
    select ${productGroups.id} as group_id, stream.created_at, stream.listing_rank
    from ${productGroups} cross join lateral (${stream}) as stream
    where ${groupsOf(tenantId, filter)}
    order by ${inOrder(range.end)}`
}

/** Positions in the whole catalogue in order, without filtered-out ones: cheaper when the filter drops few. */
function filteredScan(tx: Transaction, { tenantId, filter }: Listing, { end }: ListingRange): SQL {
  const walk = tx
    .select({
      available: products.available,
      createdAt: products.createdAt,
      listingRank: products.listingRank,
      ...(narrows(filter) ? { groupId: products.groupId } : {}),
    })
    .from(products)
    .where(eq(products.tenantId, tenantId))
    .orderBy(...order(end))
  const ids = tx.select({ id: productGroups.id }).from(productGroups).where(groupsOf(tenantId, filter))
  if (!narrows(filter)) return walk.getSQL()
  // "offset 0" and "is true" stop the planner from turning the scan into a join and a sort of all matches.
  return sql`
    select created_at, listing_rank from (${walk} offset 0) as walk where (group_id in (${ids})) is true
    order by ${inOrder(end)}`
}

/** Sold-out products come last. */
function order(end: End): SQL[] {
  const direction = end === 'newest' ? desc : asc
  return [direction(products.available), direction(products.createdAt), direction(products.listingRank)]
}

/** Listing order, by the column names used outside `products`. */
function inOrder(end: End): SQL {
  const columns = ['available', 'created_at', 'listing_rank']
  return sql.raw(columns.map((column) => (end === 'newest' ? `${column} desc` : column)).join(', '))
}
