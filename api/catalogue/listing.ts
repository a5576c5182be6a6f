import { and, asc, desc, eq, getTableColumns, gt, sql, type SQL } from 'drizzle-orm'

import type { Transaction } from '../db/index.ts'
import { productGroups, productMoves, products } from '../db/schema.ts'
import { groupsOf, narrows, type ProductFilter } from './filter.ts'

/** Position of a product in the listing: its creation time in microseconds since 1970, then its listing rank. */
export interface Place {
  micros: number
  rank: number
}

/** The end of the listing from which products are counted. */
export type End = 'newest' | 'oldest'

/** The products of a tenant that pass the filter, in listing order. */
export interface Listing {
  tenantId: string
  filter: ProductFilter
  /** Number of products in the listing. */
  total: number
  /** Number of products in the shop. */
  shopTotal: number
  /** Number of product groups in the listing. */
  groups: number
  /** Identifies the groups: equivalent filters have the same name. */
  name: string
  /** Catalogue version; each write that changes the order of a listing increments it. 0 before the first. */
  version: number
}

/** A range counted from one end: `take` products after skipping `skip` from `from` on, all before `until`. */
export interface ListingRange {
  end: End
  skip: number
  take: number
  from?: Place | undefined
  until?: Place | undefined
}

export type ProductRow = typeof products.$inferSelect

/**
 * Up to this many rows are skipped in the table; more are skipped in the index alone, which avoids reading them from
 * disk.
 */
const HEAP_SKIP_MAX = 100

const microsOf = (moment: SQL) => sql<number>`(extract(epoch from ${moment}) * 1000000)::float8`
const place = sql`(${products.createdAt}, ${products.listingRank})`

/** Counts the products that pass the filter, from the stored counts. */
export async function countListing(
  tx: Transaction,
  tenantId: string,
  filter: ProductFilter,
): Promise<Listing> {
  const version = tx
    .select({ version: productMoves.version })
    .from(productMoves)
    .where(eq(productMoves.tenantId, tenantId))
    .orderBy(desc(productMoves.version))
    .limit(1)
  const matching = sql`filter (where ${groupsOf(tenantId, filter)})`
  const [found] = await tx
    .select({
      total: sql<number>`coalesce(sum(${productGroups.products}) ${matching}, 0)::float8`,
      shopTotal: sql<number>`coalesce(sum(${productGroups.products}), 0)::float8`,
      groups: sql<number>`(count(*) ${matching})::float8`,
      name: sql<string>`coalesce(bit_xor(uuid_hash_extended(${productGroups.id}, 0)) ${matching}, 0)::text`,
      version: sql<number>`coalesce((${version}), 0)::float8`,
    })
    .from(productGroups)
    .where(eq(productGroups.tenantId, tenantId))
  if (!found) throw new Error('Counting gave no row.')
  return { tenantId, filter, ...found, name: narrows(filter) ? found.name : 'all' }
}

/** Reads the products of the range, starting at its end of the listing. */
export async function readRange(
  tx: Transaction,
  listing: Listing,
  range: ListingRange,
): Promise<ProductRow[]> {
  const { tenantId, filter } = listing
  const { end, skip, take } = range
  const isNarrowed = narrows(filter)
  if (!isNarrowed && skip <= HEAP_SKIP_MAX) {
    return tx
      .select()
      .from(products)
      .where(and(eq(products.tenantId, tenantId), ...bounds(range)))
      .orderBy(...order(end))
      .offset(skip)
      .limit(take)
  }
  const places = isNarrowed ? mergedGroups(tx, listing, range) : filteredScan(tx, listing, range)
  return tx
    .select(getTableColumns(products))
    .from(sql`(${places} limit ${take} offset ${skip}) as places`)
    .innerJoin(
      products,
      and(
        eq(products.tenantId, tenantId),
        isNarrowed ? eq(products.groupId, sql`places.group_id`) : undefined,
        eq(products.createdAt, sql`places.created_at`),
        eq(products.listingRank, sql`places.listing_rank`),
      ),
    )
    .orderBy(...order(end))
}

/** Reads every `step`th position after `from` (or after the first product), at most `count`. */
export async function readPlaces(
  tx: Transaction,
  listing: Listing,
  { end, from, step, count }: { end: End; from: Place | undefined; step: number; count: number },
): Promise<Place[]> {
  const take = count * step + 1
  const range = { end, from, skip: 0, take }
  const { total, shopTotal, groups } = listing
  const isDense = !narrows(listing.filter) || (take * shopTotal) / total < Math.min(total, groups * take)
  const source = isDense ? filteredScan(tx, listing, range) : mergedGroups(tx, listing, range)
  const numbered = tx
    .select({
      createdAt: sql`created_at`.as('created_at'),
      rank: sql<number>`listing_rank`.as('listing_rank'),
      number: sql<number>`row_number() over (order by ${inOrder(end)})`.as('number'),
    })
    .from(sql`(${source} limit ${take}) as places`)
    .as('numbered')
  return tx
    .select({ micros: microsOf(sql`${numbered.createdAt}`), rank: sql<number>`${numbered.rank}::float8` })
    .from(numbered)
    .where(sql`${numbered.number} > 1 and ${numbered.number} % ${step}::int = 1`)
    .orderBy(asc(numbered.number))
}

/** Merges the groups, each read in order from the index as far as the range can reach. */
function mergedGroups(tx: Transaction, { tenantId, filter }: Listing, range: ListingRange): SQL {
  const stream = tx
    .select({ createdAt: products.createdAt, listingRank: products.listingRank })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), eq(products.groupId, productGroups.id), ...bounds(range)))
    .orderBy(...order(range.end))
    .limit(range.skip + range.take)
  return sql`
    select ${productGroups.id} as group_id, stream.created_at, stream.listing_rank
    from ${productGroups} cross join lateral (${stream}) as stream
    where ${groupsOf(tenantId, filter)}
    order by ${inOrder(range.end)}`
}

/** Scans the whole catalogue in order and filters it: cheaper when the filter drops few products. */
function filteredScan(tx: Transaction, { tenantId, filter }: Listing, range: ListingRange): SQL {
  const walk = tx
    .select({
      createdAt: products.createdAt,
      listingRank: products.listingRank,
      ...(narrows(filter) ? { groupId: products.groupId } : {}),
    })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), ...bounds(range)))
    .orderBy(...order(range.end))
  const ids = tx.select({ id: productGroups.id }).from(productGroups).where(groupsOf(tenantId, filter))
  if (!narrows(filter)) return walk.getSQL()
  // "offset 0" and "is true" stop the planner from turning the scan into a join and a sort of all matches.
  return sql`
    select created_at, listing_rank from (${walk} offset 0) as walk where (group_id in (${ids})) is true
    order by ${inOrder(range.end)}`
}

/** The range of positions that changed after version `since`; `undefined` when it is no longer recorded. */
export async function readMoves(
  tx: Transaction,
  { tenantId, version }: Listing,
  since: number,
): Promise<{ newest: Place; oldest: Place } | undefined> {
  const [moves] = await tx
    .select({
      count: sql<number>`count(*)::float8`,
      newestMicros: microsOf(sql`max(${productMoves.newestAt})`),
      newestRank: sql<number>`max(${productMoves.newestRank})::float8`,
      oldestMicros: microsOf(sql`min(${productMoves.oldestAt})`),
      oldestRank: sql<number>`min(${productMoves.oldestRank})::float8`,
    })
    .from(productMoves)
    .where(and(eq(productMoves.tenantId, tenantId), gt(productMoves.version, since)))
  if (moves?.count !== version - since) return undefined
  return {
    newest: { micros: moves.newestMicros, rank: moves.newestRank },
    oldest: { micros: moves.oldestMicros, rank: moves.oldestRank },
  }
}

function order(end: End): SQL[] {
  const direction = end === 'newest' ? desc : asc
  return [direction(products.createdAt), direction(products.listingRank)]
}

/** The order in terms of column names outside of `products`. */
function inOrder(end: End): SQL {
  return sql.raw(end === 'newest' ? 'created_at desc, listing_rank desc' : 'created_at, listing_rank')
}

function bounds({ end, from, until }: Pick<ListingRange, 'end' | 'from' | 'until'>): SQL[] {
  const newest = end === 'newest'
  return [
    from && sql`${place} ${sql.raw(newest ? '<=' : '>=')} ${toRow(from)}`,
    until && sql`${place} ${sql.raw(newest ? '>' : '<')} ${toRow(until)}`,
  ].filter((bound) => bound !== undefined)
}

function toRow({ micros, rank }: Place): SQL {
  return sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${rank}::bigint)`
}
