import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { productEntries, productGroups, products } from '../../db/schema.ts'
import { askedColors, type AskedColors } from '../search/asked-colors.ts'
import { correctWords } from '../search/correct.ts'
import { parseSearchText, type SearchWord } from '../search/search-words.ts'
import { isReported, toSearchNotes, type SearchNotes } from '../search/search-notes.ts'
import { textQueries, wordQuery, type TextQuery } from '../search/text-query.ts'
import {
  countryKey,
  hasChoices,
  hasPriceRange,
  NO_FACETS,
  type SearchCriteria,
  type Facets,
} from './search-criteria.ts'
import { resolveChoices, type ChosenFacet } from './facet-values.ts'
import { groupsOf, narrows } from './filter.ts'
import type { ProductRow } from './listing.ts'
import {
  choicesOf,
  allowNestedLoops,
  countFacets,
  findMatchingQueries,
  type EntryPosition,
  type FacetCounts,
} from './facet-counts.ts'

interface Window {
  offset: number
  limit: number
}

interface FoundProducts {
  rows: ProductRow[]
  total: number
  facets: Facets
  /** The colours that filters and search ask for. */
  asked: AskedColors
  notes?: SearchNotes | undefined
}

/** Up to this many matches are sorted in memory; above it, an index is scanned until the page is full. */
const SORTED_MAX = 3000
const NO_MATCHES: FacetCounts = {
  total: 0,
  available: 0,
  shopTotal: 0,
  facets: NO_FACETS,
  page: [],
}

/**
 * One page of the products that match, by relevance or in the requested order. The transaction must come from
 * `readTenant`.
 */
export async function findProducts(
  tx: Transaction,
  tenantId: string,
  criteria: SearchCriteria,
  { offset, limit, wantsFacets }: Window & { wantsFacets: boolean },
): Promise<FoundProducts> {
  const window = { offset, limit }
  const chosen = await resolveChoices(tx, tenantId, criteria)
  const words = await correctWords(tx, tenantId, parseSearchText(criteria.search ?? ''))
  const asked = askedColors(criteria, words)
  const found: SearchCounts = criteria.search
    ? await search(tx, tenantId, criteria, words, chosen, window, wantsFacets)
    : await countFacets(tx, tenantId, criteria, chosen, { window, wantsFacets })
  const { total, facets } = found
  if (offset >= total) return { rows: [], total, facets, asked }
  const places = found.page ?? (await readPage(tx, tenantId, criteria, chosen, window, found))
  // Before the rows, which are read with other settings of the planner.
  const notes = await readNotes(tx, tenantId, criteria, words, found)
  return { rows: await readRows(tx, tenantId, places), total, facets, asked, notes }
}

/** What a search found, and by which interpretation. */
interface SearchCounts extends FacetCounts {
  textQuery?: TextQuery
}

/** Notes about the search that hold for the whole shop, whatever filters are chosen. */
async function readNotes(
  tx: Transaction,
  tenantId: string,
  { search = '' }: SearchCriteria,
  words: SearchWord[],
  { textQuery, shopTotal }: SearchCounts,
): Promise<SearchNotes | undefined> {
  const optional = textQuery?.optional.filter(isReported) ?? []
  if (!textQuery || optional.length === 0) return toSearchNotes(search, words, [])
  const found = await findMatchingQueries(tx, tenantId, textQuery, optional.map(wordQuery), shopTotal)
  const leftOut = optional.filter((_, index) => found[index] === false)
  return toSearchNotes(search, words, leftOut)
}

/** Tries the interpretations of the search text in turn until one has matches, whatever filters are chosen. */
async function search(
  tx: Transaction,
  tenantId: string,
  criteria: SearchCriteria,
  words: SearchWord[],
  chosen: ChosenFacet[],
  window: Window,
  wantsFacets: boolean,
): Promise<SearchCounts> {
  let found: SearchCounts = NO_MATCHES
  for (const textQuery of textQueries(words)) {
    const counts = await countFacets(tx, tenantId, criteria, chosen, { textQuery, window, wantsFacets })
    found = { ...counts, textQuery }
    if (found.total > 0 || (await matchesWithoutFilters(textQuery))) return found
  }
  return found

  /** Another interpretation would show things that were not asked for, such as shirts for a kurta below a price. */
  async function matchesWithoutFilters(textQuery: TextQuery): Promise<boolean> {
    if (chosen.length === 0 && !hasPriceRange(criteria)) return false
    const open = { ...criteria, minPrice: undefined, maxPrice: undefined }
    const none = { offset: 0, limit: 0 }
    return (
      (await countFacets(tx, tenantId, open, [], { textQuery, window: none, wantsFacets: false })).total > 0
    )
  }
}

/** Reads the page in the requested order: products that can be ordered, then those that are sold out. */
async function readPage(
  tx: Transaction,
  tenantId: string,
  criteria: SearchCriteria,
  chosen: ChosenFacet[],
  window: Window,
  { total, available }: FacetCounts,
): Promise<EntryPosition[]> {
  const partitions: Partition[] =
    criteria.sort === 'country'
      ? await countCountries(tx, tenantId, criteria, chosen)
      : [
          { isAvailable: true, total: available },
          { isAvailable: false, total: total - available },
        ]
  const places: EntryPosition[] = []
  let { offset } = window
  for (const partition of partitions) {
    const limit = Math.min(window.limit - places.length, partition.total - offset)
    if (limit > 0) {
      places.push(...(await readPartition(tx, tenantId, criteria, chosen, partition, { offset, limit })))
    }
    offset = Math.max(0, offset - partition.total)
  }
  return places
}

/** The matches that can be ordered, or those that are sold out; with a country, those from there. */
interface Partition {
  isAvailable: boolean
  /** As `countryKey` returns it. */
  country?: string
  total: number
}

/** The matches of each country in alphabetical order, of unknown ones last; first those that can be ordered. */
async function countCountries(
  tx: Transaction,
  tenantId: string,
  criteria: SearchCriteria,
  chosen: ChosenFacet[],
): Promise<Partition[]> {
  const country = countryKey(sql`countries`, criteria)
  return tx
    .select({
      isAvailable: sql<boolean>`available`,
      country: sql<string>`country`,
      total: sql<number>`total::float8`,
    })
    .from(
      sql`(
        select available, ${country} as country, sum(products) as total
        from (${choicesOf(tenantId, criteria, chosen)}) as known where misses = 0 group by 1, 2
      ) as counted`,
    )
    .orderBy(sql`available desc, country = '', country`)
}

/** Reads from the nearer end of the partition. */
async function readPartition(
  tx: Transaction,
  tenantId: string,
  criteria: SearchCriteria,
  chosen: ChosenFacet[],
  partition: Partition,
  { offset, limit }: Window,
): Promise<EntryPosition[]> {
  const take = Math.min(limit, partition.total - offset)
  const fromEnd = partition.total - offset - take
  const isReversed = fromEnd < offset
  const order = orderOf(criteria, isReversed)
  const page = sql`
    with choices as materialized (
      select id from (${choicesOf(tenantId, criteria, chosen)}) as known
      where misses = 0 and available = ${partition.isAvailable} and ${inCountry(criteria, partition)}
    )
    select created_at, listing_rank, price from (${entriesOf(tenantId, criteria, partition, order)}) as entries
    order by ${order} limit ${take} offset ${isReversed ? fromEnd : offset}`
  const places = await tx
    .select({ createdAt: sql<string>`created_at::text`, rank: sql<number>`listing_rank::float8` })
    .from(sql`(${page}) as page`)
    .orderBy(order)
  return isReversed ? places.toReversed() : places
}

function inCountry(criteria: SearchCriteria, { country }: Partition): SQL {
  return country === undefined ? sql`true` : sql`${countryKey(sql`countries`, criteria)} = ${country}`
}

function entriesOf(tenantId: string, criteria: SearchCriteria, partition: Partition, order: SQL): SQL {
  const columns = sql`created_at, listing_rank, price`
  const inPartition = sql`tenant_id = ${tenantId} and available = ${partition.isAvailable}`
  const isWhole = !hasChoices(criteria) && !narrows(criteria) && partition.country === undefined
  if (isWhole) return sql`select ${columns} from ${productEntries} where ${inPartition}`
  const chosen = sql`select id from choices`
  if (partition.total <= SORTED_MAX) {
    return sql`
      select entry.created_at, entry.listing_rank, entry.price
      from (${chosen}) as chosen join ${productEntries} as entry
        on entry.tenant_id = ${tenantId} and entry.choice_id = chosen.id`
  }
  const matches =
    hasChoices(criteria) || partition.country !== undefined
      ? sql`choice_id in (${chosen})`
      : sql`group_id in (select id from ${productGroups} where ${groupsOf(tenantId, criteria)})`
  // "offset 0" and "is true" stop the planner from turning the scan into a join and a sort of all matches.
  return sql`
    select ${columns} from (
      select ${columns}, choice_id, group_id from ${productEntries} where ${inPartition} order by ${order} offset 0
    ) as walk where (${matches}) is true`
}

function isByPrice({ sort }: SearchCriteria): boolean {
  return sort === 'price-asc' || sort === 'price-desc'
}

function orderOf(criteria: SearchCriteria, isReversed: boolean): SQL {
  if (isByPrice(criteria)) {
    const isRising = (criteria.sort === 'price-asc') !== isReversed
    return isRising ? sql`price, listing_rank` : sql`price desc, listing_rank desc`
  }
  return isReversed ? sql`created_at, listing_rank` : sql`created_at desc, listing_rank desc`
}

/** Reads the products at these positions, in their order. */
export async function readRows(
  tx: Transaction,
  tenantId: string,
  places: EntryPosition[],
): Promise<ProductRow[]> {
  if (places.length === 0) return []
  const wanted = sql.join(
    places.map(({ createdAt, rank }) => sql`(${createdAt}::timestamptz, ${rank}::bigint)`),
    sql`, `,
  )
  await allowNestedLoops(tx)
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
