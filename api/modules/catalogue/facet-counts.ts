import { eq, sql, type SQL } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { productChoices, productEntries, productGroups } from '../../db/schema.ts'
import type { TextQuery } from '../search/text-query.ts'
import {
  FACET_COLUMNS,
  facetPairs,
  groupsWithKind,
  readStoredPairs,
  toFacetValues,
  type ChosenFacet,
  type FacetName,
  type Pairs,
} from './facet-values.ts'
import { groupsOf, narrows } from './filter.ts'
import { countryKey, hasPriceRange, NO_FACETS, type Facets, type SearchCriteria } from './search-criteria.ts'

/** Position of a product in the listing's index. */
export interface EntryPosition {
  createdAt: string
  rank: number
}

/** Number of matches, their facets and, when the entries were scanned, the page. */
export interface FacetCounts {
  total: number
  /** Number of matches that are not sold out; they come first in every order. */
  available: number
  shopTotal: number
  facets: Facets
  page: EntryPosition[] | undefined
}

/** A search scans at most this many products of a shop, the newest ones. */
const SEARCHED_MAX = 50_000

interface Window {
  offset: number
  limit: number
}

/**
 * Counts the matches and their facets. Only a text query or a price range scans the entries, once, and only chosen values
 * scan the choices; otherwise the stored counts suffice, independent of the size of the shop.
 * docs/decisions/0021-facets-from-stored-counts.md
 */
export async function countFacets(
  tx: Transaction,
  tenantId: string,
  criteria: SearchCriteria,
  chosen: ChosenFacet[],
  { textQuery, window, wantsFacets }: { textQuery?: TextQuery; window: Window; wantsFacets: boolean },
): Promise<FacetCounts> {
  const shopTotal = await tunePlannerAndCountProducts(tx, tenantId, textQuery !== undefined)
  const scansEntries = textQuery !== undefined || hasPriceRange(criteria)
  if (!scansEntries && chosen.length === 0) {
    const pairs = await readStoredPairs(tx, tenantId, criteria)
    const price = wantsFacets ? await readPrices(tx, groupPrices(tenantId, criteria)) : null
    return { ...totalsOf(pairs), shopTotal, facets: toFacets(pairs, price, criteria), page: undefined }
  }
  const counts = scansEntries
    ? countHits(tenantId, criteria, chosen, { textQuery, window, wantsFacets, shopTotal })
    : countChoices(tenantId, criteria, chosen, wantsFacets)
  const [row] = await tx
    .select({
      totals: sql<[number, number]>`totals`,
      facets: sql<Partial<Record<FacetName, Pairs | null>> | null>`facets`,
      prices: sql<[number | null, number | null] | null>`prices`,
      page: sql<[string, number][] | null>`page`,
    })
    .from(sql`(${counts}) as counts`)
  if (!row) throw new Error('Counting gave no row.')
  const [total, available] = row.totals
  const pairs = new Map(FACET_COLUMNS.map(({ name }) => [name, row.facets?.[name] ?? []]))
  const [only, ...others] = chosen
  // The counts of the only chosen facet do not depend on its choice.
  if (wantsFacets && !scansEntries && only && others.length === 0) {
    pairs.set(only.name, (await readStoredPairs(tx, tenantId, criteria)).get(only.name) ?? [])
  }
  return {
    total,
    available,
    shopTotal,
    facets: toFacets(pairs, toPrice(row.prices), criteria),
    page: scansEntries ? (row.page ?? []).map(([createdAt, rank]) => ({ createdAt, rank })) : undefined,
  }
}

/** One row with the counts of the choices. */
function countChoices(
  tenantId: string,
  criteria: SearchCriteria,
  chosen: ChosenFacet[],
  wantsFacets: boolean,
): SQL {
  const facets = FACET_COLUMNS.filter(({ name }) => chosen.length > 1 || name !== chosen[0]?.name)
  const mostMisses = wantsFacets && chosen.length > 1 ? 1 : 0
  return sql`
    with counted as materialized (
      select *, products as found from (${choicesOf(tenantId, criteria, chosen)}) as choices
      where misses <= ${mostMisses}
    )
    select
      ${totals},
      ${wantsFacets ? facetLists(facets, chosen) : sql`null::json`} as facets,
      ${wantsFacets ? pricePair(groupPrices(tenantId, criteria)) : sql`null::json`} as prices,
      null::json as page`
}

/** One row with the counts of the entries that match a text query or a price range, and their page. */
function countHits(
  tenantId: string,
  criteria: SearchCriteria,
  chosen: ChosenFacet[],
  options: { textQuery: TextQuery | undefined; window: Window; wantsFacets: boolean; shopTotal: number },
): SQL {
  const { textQuery, window, wantsFacets, shopTotal } = options
  const hits = textQuery ? searchedEntries(tenantId, textQuery, shopTotal) : pricedEntries(tenantId, criteria)
  const inRange = textQuery ? priceCondition(criteria) : sql`true`
  // The order by country needs the choices of all hits.
  const isWhole = chosen.length === 0 && !narrows(criteria) && criteria.sort !== 'country'
  const ofHits = sql`id in (select choice_id from hits)`
  const chosenHits = isWhole
    ? sql`hits where true`
    : sql`hits join choices on choices.id = hits.choice_id where misses = 0`
  const prices = textQuery
    ? sql`select min(price) as lowest, max(price) as highest from ${chosenHits}`
    : groupPrices(tenantId, criteria)
  return sql`
    with hits as materialized (${hits}),
    choices as materialized (${
      isWhole && !wantsFacets
        ? sql`select choice_id as id, bool_or(available) as available, 0 as misses from hits group by 1`
        : choicesOf(tenantId, criteria, chosen, ofHits)
    }),
    counted as materialized (
      select choices.*, counts.products as found
      from (select choice_id, count(*) as products from hits where ${inRange} group by 1) as counts
      join choices on choices.id = counts.choice_id
    )
    select
      ${totals},
      ${wantsFacets ? facetLists(FACET_COLUMNS, chosen) : sql`null::json`} as facets,
      ${wantsFacets ? pricePair(prices) : sql`null::json`} as prices,
      (select json_agg(json_build_array(created_at, listing_rank)) from (
        select hits.created_at::text, hits.listing_rank from ${chosenHits} and ${inRange}
        order by hits.available desc, ${hitOrder(criteria)} limit ${window.limit} offset ${window.offset}
      ) as page) as page`
}

const totals = sql`(
  select json_build_array(coalesce(sum(found), 0), coalesce(sum(found) filter (where available), 0))
  from counted where misses = 0) as totals`

function facetLists(facets: typeof FACET_COLUMNS, chosen: ChosenFacet[]): SQL {
  const lists = facets.map((facet) => sql`${facetPairs(facet, chosen)} as ${sql.identifier(facet.name)}`)
  return sql`(select row_to_json(lists) from (select ${sql.join(lists, sql`, `)}) as lists)`
}

function pricePair(prices: SQL): SQL {
  return sql`(select json_build_array(lowest, highest) from (${prices}) as prices)`
}

async function readPrices(tx: Transaction, prices: SQL): Promise<Facets['price']> {
  const [row] = await tx
    .select({ lowest: sql<number | null>`lowest::float8`, highest: sql<number | null>`highest::float8` })
    .from(sql`(${prices}) as prices`)
  return toPrice(row ? [row.lowest, row.highest] : null)
}

/** Every product is either available or not. */
function totalsOf(pairs: Map<FacetName, Pairs>): Pick<FacetCounts, 'total' | 'available'> {
  const counts = pairs.get('availability') ?? []
  const count = (isWanted: (value: string) => boolean) =>
    counts.reduce((sum, [value, products]) => sum + (isWanted(value) ? products : 0), 0)
  return { total: count(() => true), available: count((value) => value === 'true') }
}

/**
 * Sets the planner for a scan and returns the number of products in the shop. The planner has no row estimates for
 * the steps of the query: its nested loops take seconds, and index lookups take three times as long as sequential
 * reads. The bounded search of a larger shop needs the order of the index, else it would read and sort all.
 */
export async function tunePlannerAndCountProducts(
  tx: Transaction,
  tenantId: string,
  readsAll: boolean,
): Promise<number> {
  const total = sql`coalesce(sum(${productGroups.products}), 0)`
  const usesIndex = readsAll ? sql`${total} > ${SEARCHED_MAX}` : sql`true`
  const [row] = await tx
    .select({
      total: sql<number>`${total}::float8`,
      plannerSettings: plannerSettings({
        nestloop: sql`false`,
        indexscan: usesIndex,
        bitmapscan: sql`not (${usesIndex})`,
      }),
    })
    .from(productGroups)
    .where(eq(productGroups.tenantId, tenantId))
  return row?.total ?? 0
}

/** Allows nested loops again, which are best for a few rows found by index. */
export async function allowNestedLoops(tx: Transaction): Promise<void> {
  const settings = { nestloop: sql`true`, indexscan: sql`true`, bitmapscan: sql`false` }
  await tx.execute(sql`select ${plannerSettings(settings)}`)
}

/** Each setting is a boolean expression. */
function plannerSettings(enabled: Record<'nestloop' | 'indexscan' | 'bitmapscan', SQL>): SQL {
  const settings = Object.entries(enabled).map(
    ([name, isOn]) => sql`set_config(${`enable_${name}`}, (${isOn})::text, true)`,
  )
  return sql`concat(${sql.join(settings, sql`, `)})`
}

/**
 * The choices of the groups that pass the filter; `misses` is the number of facets of which a choice has none of the
 * chosen values.
 */
export function choicesOf(
  tenantId: string,
  criteria: SearchCriteria,
  chosen: ChosenFacet[],
  restriction = sql`true`,
): SQL {
  const has = chosen.map(({ name, has }) => sql`, ${has} as ${sql.identifier(`has_${name}`)}`)
  const misses = chosen.map(({ name }) => sql` + (not ${sql.identifier(`has_${name}`)})::int`)
  return sql`
    select *, 0${sql.join(misses)} as misses from (
      select *${sql.join(has)}
      from (select * from ${productChoices} where tenant_id = ${tenantId} and ${restriction}) as known
      join (${groupsWithKind(tenantId, criteria)}) as product_group on kind_id = known.group_id
    ) as compared`
}

/** The products that match a text query, with their score; `shopTotal` comes from `tunePlannerAndCountProducts`. */
export function searchedEntries(tenantId: string, { matches, score }: TextQuery, shopTotal: number): SQL {
  return sql`
    select created_at, listing_rank, available, price, group_id, choice_id, ${scoreOf(score)} as score
    from (${scannedEntries(tenantId, shopTotal)}) as searched
    where words @@ ${matches}::tsquery`
}

function scannedEntries(tenantId: string, shopTotal: number): SQL {
  const bound = shopTotal > SEARCHED_MAX ? sql`order by listing_rank limit ${SEARCHED_MAX}` : sql``
  return sql`select * from ${productEntries} where tenant_id = ${tenantId} ${bound}`
}

/** Returns for each query whether one of the products that match a text query, whatever the filters, matches it too. */
export async function findMatchingQueries(
  tx: Transaction,
  tenantId: string,
  { matches }: TextQuery,
  queries: string[],
  shopTotal: number,
): Promise<boolean[]> {
  const found = queries.map((query) => sql`coalesce(bool_or(words @@ ${query}::tsquery), false)`)
  const [row] = await tx
    .select({ found: sql<boolean[]>`json_build_array(${sql.join(found, sql`, `)})` })
    .from(sql`(${scannedEntries(tenantId, shopTotal)}) as searched`)
    .where(sql`words @@ ${matches}::tsquery`)
  return row?.found ?? []
}

function scoreOf(terms: TextQuery['score']): SQL {
  const cases = terms.map((term) => {
    const whens = term.map(({ query, value }) => sql`when words @@ ${query}::tsquery then ${value}::float8`)
    return sql`case ${sql.join(whens, sql` `)} else 0 end`
  })
  return sql.join(cases, sql` + `)
}

function pricedEntries(tenantId: string, criteria: SearchCriteria): SQL {
  return sql`
    select created_at, listing_rank, available, price, choice_id from ${productEntries}
    where tenant_id = ${tenantId} and ${priceCondition(criteria)}
    order by price limit ${SEARCHED_MAX}`
}

function priceCondition({ minPrice, maxPrice }: SearchCriteria): SQL {
  const paise = (rupees: number) => Math.round(rupees * 100)
  return sql.join(
    [
      sql`true`,
      ...(minPrice === undefined ? [] : [sql`price >= ${paise(minPrice)}::bigint`]),
      ...(maxPrice === undefined ? [] : [sql`price <= ${paise(maxPrice)}::bigint`]),
    ],
    sql` and `,
  )
}

/**
 * Lowest and highest price within the filter's groups, from both ends of the price index, regardless of chosen
 * colours and sizes.
 */
function groupPrices(tenantId: string, criteria: SearchCriteria): SQL {
  const groups = sql`select id from ${productGroups} where ${groupsOf(tenantId, criteria)}`
  const end = (direction: 'asc' | 'desc') => sql`(
    select price from (
      select price, group_id from ${productEntries} where tenant_id = ${tenantId}
      order by price ${sql.raw(direction)} offset 0
    ) as walk where (group_id in (${groups})) is true limit 1)`
  return sql`select ${end('asc')} as lowest, ${end('desc')} as highest`
}

/** By relevance, unless another order is requested. */
function hitOrder(criteria: SearchCriteria): SQL {
  const { search, sort } = criteria
  if (sort === 'price-asc') return sql`price, hits.listing_rank`
  if (sort === 'price-desc') return sql`price desc, hits.listing_rank desc`
  const newest = sql`hits.created_at desc, hits.listing_rank desc`
  if (sort === 'country') {
    const country = countryKey(sql`choices.countries`, criteria)
    return sql`(${country}) = '', ${country}, ${newest}`
  }
  return search && sort === undefined ? sql`score desc, ${newest}` : newest
}

function toFacets(
  pairs: Map<FacetName, Pairs>,
  price: Facets['price'],
  criteria: Pick<SearchCriteria, 'shopCountry'>,
): Facets {
  const lists = FACET_COLUMNS.map(
    ({ name }) => [name, toFacetValues(name, pairs.get(name) ?? [], criteria)] as const,
  )
  return { ...NO_FACETS, ...Object.fromEntries(lists), price }
}

function toPrice(prices: [number | null, number | null] | null): Facets['price'] {
  const [lowest, highest] = prices ?? []
  return lowest == null || highest == null ? null : { min: lowest / 100, max: highest / 100 }
}
