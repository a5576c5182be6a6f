import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'

import type { Transaction } from '../db/index.ts'
import { productEntries, products } from '../db/schema.ts'
import { correctWords } from '../search/correct.ts'
import { readSearch } from '../search/search-words.ts'
import { textQueries } from '../search/text-query.ts'
import type { Finding, Facets } from './finding.ts'
import type { ProductRow } from './listing.ts'
import { choicesOf, joinNested, survey, type EntryPlace, type Survey } from './survey.ts'

interface Window {
  offset: number
  limit: number
}

interface Found {
  rows: ProductRow[]
  total: number
  facets: Facets
}

/** Below this many products all that match are sorted; above it an index is followed until the page is full. */
const SORTED_MAX = 3000
const NOTHING: Survey = { total: 0, shopTotal: 0, facets: { sizes: [], colors: [], price: null }, page: [] }

/**
 * One page of what a finding lets through: the best match first, or in the order asked for. The transaction must be of
 * `readTenant`.
 */
export async function findProducts(
  tx: Transaction,
  tenantId: string,
  finding: Finding,
  { offset, limit, wantsFacets }: Window & { wantsFacets: boolean },
): Promise<Found> {
  const window = { offset, limit }
  const found = finding.search
    ? await search(tx, tenantId, finding, window, wantsFacets)
    : await survey(tx, tenantId, finding, { window, wantsFacets })
  const { total, facets } = found
  if (offset >= total) return { rows: [], total, facets }
  const places = found.page ?? (await readPage(tx, tenantId, finding, window, found))
  return { rows: await readRows(tx, tenantId, places), total, facets }
}

/** The first of the ways to read the search that finds something. */
async function search(
  tx: Transaction,
  tenantId: string,
  finding: Finding,
  window: Window,
  wantsFacets: boolean,
): Promise<Survey> {
  const words = await correctWords(tx, tenantId, readSearch(finding.search ?? ''))
  let found = NOTHING
  for (const textQuery of textQueries(words)) {
    found = await survey(tx, tenantId, finding, { textQuery, window, wantsFacets })
    if (found.total > 0) return found
  }
  return found
}

/** The page in the order asked for, counted from the nearer end of it. */
async function readPage(
  tx: Transaction,
  tenantId: string,
  finding: Finding,
  { offset, limit }: Window,
  { total, shopTotal }: Survey,
): Promise<EntryPlace[]> {
  const take = Math.min(limit, total - offset)
  const fromEnd = total - offset - take
  const isReversed = fromEnd < offset
  const order = orderOf(finding, isReversed)
  const entries = entriesOf(
    tenantId,
    finding,
    total,
    shopTotal,
    order,
    (isReversed ? fromEnd : offset) + take,
  )
  const page = sql`
    with choices as materialized (${choicesOf(tenantId, finding)})
    select created_at, listing_rank, price from (${entries}) as entries
    order by ${order} limit ${take} offset ${isReversed ? fromEnd : offset}`
  const places = await tx
    .select({ createdAt: sql<string>`created_at::text`, rank: sql<number>`listing_rank::float8` })
    .from(sql`(${page}) as page`)
    .orderBy(order)
  return isReversed ? places.toReversed() : places
}

function entriesOf(
  tenantId: string,
  finding: Finding,
  total: number,
  shopTotal: number,
  order: SQL,
  reach: number,
): SQL {
  const columns = sql`created_at, listing_rank, price`
  const chosen = sql`select id from choices where has_color and has_size`
  if (!isByPrice(finding)) {
    return sql`
      select stream.* from (${chosen}) as chosen cross join lateral (
        select ${columns} from ${productEntries}
        where tenant_id = ${tenantId} and choice_id = chosen.id
        order by ${order} limit ${reach}
      ) as stream`
  }
  if (total === shopTotal) return sql`select ${columns} from ${productEntries} where tenant_id = ${tenantId}`
  if (total <= SORTED_MAX) {
    return sql`
      select entry.created_at, entry.listing_rank, entry.price
      from (${chosen}) as chosen join ${productEntries} as entry
        on entry.tenant_id = ${tenantId} and entry.choice_id = chosen.id`
  }
  // "offset 0" and "is true" keep the planner from turning the walk into a join and a sort of all that match.
  return sql`
    select ${columns} from (
      select ${columns}, choice_id from ${productEntries} where tenant_id = ${tenantId} order by ${order} offset 0
    ) as walk where (choice_id in (${chosen})) is true`
}

function isByPrice({ sort }: Finding): boolean {
  return sort === 'price-asc' || sort === 'price-desc'
}

function orderOf(finding: Finding, isReversed: boolean): SQL {
  if (isByPrice(finding)) {
    const isRising = (finding.sort === 'price-asc') !== isReversed
    return isRising ? sql`price, listing_rank` : sql`price desc, listing_rank desc`
  }
  return isReversed ? sql`created_at, listing_rank` : sql`created_at desc, listing_rank desc`
}

/** The products at these places, in their order. */
export async function readRows(
  tx: Transaction,
  tenantId: string,
  places: EntryPlace[],
): Promise<ProductRow[]> {
  if (places.length === 0) return []
  const wanted = sql.join(
    places.map(({ createdAt, rank }) => sql`(${createdAt}::timestamptz, ${rank}::bigint)`),
    sql`, `,
  )
  await joinNested(tx)
  const rows = await tx
    .select(getTableColumns(products))
    .from(sql`(values ${wanted}) as place (created_at, listing_rank)`)
    .innerJoin(
      products,
      and(
        eq(products.tenantId, tenantId),
        eq(products.createdAt, sql`place.created_at`),
        eq(products.listingRank, sql`place.listing_rank`),
      ),
    )
  const byRank = new Map(rows.map((row) => [row.listingRank, row]))
  return places.flatMap(({ rank }) => byRank.get(rank) ?? [])
}
