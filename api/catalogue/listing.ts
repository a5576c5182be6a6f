import { and, asc, desc, eq, getTableColumns, gt, sql, type SQL } from 'drizzle-orm'

import type { Transaction } from '../db/index.ts'
import { productGroups, productMoves, products } from '../db/schema.ts'
import { groupsOf, narrows, type ProductFilter } from './filter.ts'

/** The place of a product in the listing: its creation in microseconds of the epoch, then its listing rank. */
export interface Place {
  micros: number
  rank: number
}

/** The end of the listing that products are counted from. */
export type End = 'newest' | 'oldest'

/** Products that a tenant's filter lets through, in the order of the listing. */
export interface Listing {
  tenantId: string
  filter: ProductFilter
  /** How many products there are. */
  total: number
  /** How many products the shop has. */
  shopTotal: number
  /** In how many groups of the shop they are. */
  groups: number
  /** Names the groups: filters that mean the same have the same name. */
  name: string
  /** Of the shop's catalogue; a write that moves something in a listing makes the next one. 0 before the first. */
  version: number
}

/** A run of products counted from one end: `take` of them after the first `skip` from `from` on, all before `until`. */
export interface Stretch {
  end: End
  skip: number
  take: number
  from?: Place | undefined
  until?: Place | undefined
}

export type ProductRow = typeof products.$inferSelect

/** So many products are skipped as they stand; more of them in the index alone, which leaves the rest on the disk. */
const NEAR = 100

const microsOf = (moment: SQL) => sql<number>`(extract(epoch from ${moment}) * 1000000)::float8`
const place = sql`(${products.createdAt}, ${products.listingRank})`

/** How many products the filter lets through, from the stored counts. */
export async function measure(tx: Transaction, tenantId: string, filter: ProductFilter): Promise<Listing> {
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

/** The products of the stretch, in the order of the listing from its end on. */
export async function readStretch(
  tx: Transaction,
  listing: Listing,
  stretch: Stretch,
): Promise<ProductRow[]> {
  const { tenantId, filter } = listing
  const { end, skip, take } = stretch
  const isNarrowed = narrows(filter)
  if (!isNarrowed && skip <= NEAR) {
    return tx
      .select()
      .from(products)
      .where(and(eq(products.tenantId, tenantId), ...bounds(stretch)))
      .orderBy(...order(end))
      .offset(skip)
      .limit(take)
  }
  const places = isNarrowed ? merged(tx, listing, stretch) : walked(tx, listing, stretch)
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

/** Every `step`th place of the listing after `from` (or after its first product), `count` of them at most. */
export async function readPlaces(
  tx: Transaction,
  listing: Listing,
  { end, from, step, count }: { end: End; from: Place | undefined; step: number; count: number },
): Promise<Place[]> {
  const take = count * step + 1
  const stretch = { end, from, skip: 0, take }
  const { total, shopTotal, groups } = listing
  const isDense = !narrows(listing.filter) || (take * shopTotal) / total < Math.min(total, groups * take)
  const source = isDense ? walked(tx, listing, stretch) : merged(tx, listing, stretch)
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

/** Each group is a stream in order of its own, read from the index as far as the stretch can need. */
function merged(tx: Transaction, { tenantId, filter }: Listing, stretch: Stretch): SQL {
  const stream = tx
    .select({ createdAt: products.createdAt, listingRank: products.listingRank })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), eq(products.groupId, productGroups.id), ...bounds(stretch)))
    .orderBy(...order(stretch.end))
    .limit(stretch.skip + stretch.take)
  return sql`
    select ${productGroups.id} as group_id, stream.created_at, stream.listing_rank
    from ${productGroups} cross join lateral (${stream}) as stream
    where ${groupsOf(tenantId, filter)}
    order by ${inOrder(stretch.end)}`
}

/** The whole catalogue in order, without what the filter drops: cheaper when that is little. */
function walked(tx: Transaction, { tenantId, filter }: Listing, stretch: Stretch): SQL {
  const walk = tx
    .select({
      createdAt: products.createdAt,
      listingRank: products.listingRank,
      ...(narrows(filter) ? { groupId: products.groupId } : {}),
    })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), ...bounds(stretch)))
    .orderBy(...order(stretch.end))
  const ids = tx.select({ id: productGroups.id }).from(productGroups).where(groupsOf(tenantId, filter))
  if (!narrows(filter)) return walk.getSQL()
  // "offset 0" and "is true" keep the planner from turning the walk into a join and a sort of all that match.
  return sql`
    select created_at, listing_rank from (${walk} offset 0) as walk where (group_id in (${ids})) is true
    order by ${inOrder(stretch.end)}`
}

/** What changed after a version: nothing newer than `newest`, nothing older than `oldest`. `undefined`: not known. */
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

/** The order by the names that the columns have outside of `products`. */
function inOrder(end: End): SQL {
  return sql.raw(end === 'newest' ? 'created_at desc, listing_rank desc' : 'created_at, listing_rank')
}

function bounds({ end, from, until }: Pick<Stretch, 'end' | 'from' | 'until'>): SQL[] {
  const newest = end === 'newest'
  return [
    from && sql`${place} ${sql.raw(newest ? '<=' : '>=')} ${toRow(from)}`,
    until && sql`${place} ${sql.raw(newest ? '>' : '<')} ${toRow(until)}`,
  ].filter((bound) => bound !== undefined)
}

function toRow({ micros, rank }: Place): SQL {
  return sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${rank}::bigint)`
}
