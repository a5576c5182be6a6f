import { eq, sql, type SQL } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { productChoices, productEntries, productGroups } from '../../db/schema.ts'
import type { TextQuery } from '../search/text-query.ts'
import { FACET_COLUMNS, facetPairs, toFacetValues } from './facet-values.ts'
import { groupsOf, narrows } from './filter.ts'
import { hasChoices, hasPriceRange, NO_FACETS, type Facets, type SearchCriteria } from './search-criteria.ts'

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
/** Categories whose sizes are shoe sizes. */
const FOOTWEAR =
  '\\m(footwear|shoes?|sneakers?|boots?|heels|flats|loafers|sandals?|slippers?|juttis?|mojaris?|kolhapuris?|chappals?)\\M'

interface Window {
  offset: number
  limit: number
}
type Pairs = [string, number][] | null

/**
 * Counts the matches and their facets. Only a text query or a price range scans the entries, once; otherwise the
 * stored counts suffice, independent of the size of the shop.
 */
export async function countFacets(
  tx: Transaction,
  tenantId: string,
  criteria: SearchCriteria,
  { textQuery, window, wantsFacets }: { textQuery?: TextQuery; window: Window; wantsFacets: boolean },
): Promise<FacetCounts> {
  const scansEntries = textQuery !== undefined || hasPriceRange(criteria)
  const shopTotal = await prepareCount(tx, tenantId, textQuery !== undefined)
  const hits =
    textQuery === undefined
      ? pricedEntries(tenantId, criteria)
      : searchedEntries(tenantId, textQuery, shopTotal)
  const inRange = textQuery === undefined ? sql`true` : priceCondition(criteria)
  const counted = scansEntries
    ? sql`
      select choices.*, counts.products as found
      from (select choice_id, count(*) as products from hits where ${inRange} group by 1) as counts
      join choices on choices.id = counts.choice_id`
    : sql`select choices.*, products as found from choices`
  const none = sql`null::json`
  const prices =
    textQuery === undefined
      ? groupPrices(tenantId, criteria)
      : sql`
    select min(price) as lowest, max(price) as highest from ${chosenHits(criteria)}`
  const facets = FACET_COLUMNS.map(
    (facet) => sql`${facetPairs(facet, criteria)} as ${sql.identifier(facet.name)}`,
  )
  const query = sql`
    with choices as materialized (${choicesOf(tenantId, criteria)}),
    ${scansEntries ? sql`hits as materialized (${hits}),` : sql``}
    counted as materialized (${counted})
    select
      (select json_build_array(coalesce(sum(found), 0), coalesce(sum(found) filter (where available), 0))
       from counted where misses = 0) as totals,
      ${
        wantsFacets
          ? sql`(select row_to_json(lists) from (select ${sql.join(facets, sql`, `)}) as lists)`
          : none
      } as facets,
      ${wantsFacets ? sql`(select json_build_array(lowest, highest) from (${prices}) as prices)` : none} as prices,
      ${
        scansEntries
          ? sql`(select json_agg(json_build_array(created_at, listing_rank)) from (
        select hits.created_at::text, hits.listing_rank from ${chosenHits(criteria)} and ${inRange}
        order by hits.available desc, ${hitOrder(criteria)} limit ${window.limit} offset ${window.offset}
      ) as page)`
          : none
      } as page`
  const [row] = await tx
    .select({
      totals: sql<[number, number]>`totals`,
      facets: sql<Record<string, Pairs> | null>`facets`,
      prices: sql<[number | null, number | null] | null>`prices`,
      page: sql<[string, number][] | null>`page`,
    })
    .from(sql`(${query}) as counts`)
  if (!row) throw new Error('Counting gave no row.')
  const [total, available] = row.totals
  return {
    total,
    available,
    shopTotal,
    facets: toFacets(row.facets ?? {}, toPrice(row.prices)),
    page: scansEntries ? (row.page ?? []).map(([createdAt, rank]) => ({ createdAt, rank })) : undefined,
  }
}

/**
 * Sets the planner for a scan and returns the number of products in the shop. The planner has no row estimates for
 * the steps of the query: its nested loops take seconds, and index lookups take three times as long as sequential
 * reads.
 */
export async function prepareCount(tx: Transaction, tenantId: string, readsAll: boolean): Promise<number> {
  const [row] = await tx
    .select({
      total: sql<number>`coalesce(sum(${productGroups.products}), 0)::float8`,
      plannerSettings: plannerSettings({ nestloop: false, indexscan: !readsAll, bitmapscan: readsAll }),
    })
    .from(productGroups)
    .where(eq(productGroups.tenantId, tenantId))
  return row?.total ?? 0
}

/** Allows nested loops again, which are best for a few rows found by index. */
export async function allowNestedLoops(tx: Transaction): Promise<void> {
  await tx.execute(sql`select ${plannerSettings({ nestloop: true, indexscan: true, bitmapscan: false })}`)
}

function plannerSettings(enabled: Record<'nestloop' | 'indexscan' | 'bitmapscan', boolean>): SQL {
  const settings = Object.entries(enabled).map(
    ([name, isOn]) => sql`set_config(${`enable_${name}`}, ${isOn ? 'on' : 'off'}, true)`,
  )
  return sql`concat(${sql.join(settings, sql`, `)})`
}

/** The hits with the chosen values and groups; all hits without a choice. */
function chosenHits(criteria: SearchCriteria): SQL {
  if (!hasChoices(criteria) && !narrows(criteria)) return sql`hits where true`
  return sql`hits join choices on choices.id = hits.choice_id where misses = 0`
}

/**
 * The choices of the groups that pass the filter; `misses` is the number of facets of which a choice has none of the
 * chosen values.
 */
export function choicesOf(tenantId: string, criteria: SearchCriteria): SQL {
  const chosen = FACET_COLUMNS.flatMap(({ column, condition }) => {
    const has = condition(criteria)
    return has ? [{ name: `has_${column}`, has }] : []
  })
  const has = chosen.map(({ name, has }) => sql`, ${has} as ${sql.identifier(name)}`)
  const misses = chosen.map(({ name }) => sql` + (not ${sql.identifier(name)})::int`)
  // "offset 0" makes the planner test the words once per group instead of once per choice.
  const groups = sql`
    select id, category || ' ' || parent_category ~* ${FOOTWEAR} as is_footwear
    from ${productGroups} where ${groupsOf(tenantId, criteria)} offset 0`
  return sql`
    select *, 0${sql.join(misses)} as misses from (
      select *${sql.join(has)} from (
        select ${productChoices.id}, ${productChoices.colors}, ${productChoices.sizes}, ${productChoices.products},
          ${productChoices.colorFamilies}, ${productChoices.fabrics}, ${productChoices.occasions},
          ${productChoices.discount}, ${productChoices.available}, ${countriesOf(criteria)} as countries,
          case when is_footwear then '{}' else ${productChoices.sizes} end as clothing_sizes,
          case when is_footwear then ${productChoices.sizes} else '{}' end as shoe_sizes
        from ${productChoices} join (${groups}) as product_group on product_group.id = ${productChoices.groupId}
        where ${productChoices.tenantId} = ${tenantId}
      ) as known
    ) as compared`
}

/** Products without a country of origin have the shop's. */
function countriesOf({ shopCountry }: SearchCriteria): SQL {
  const { countries } = productChoices
  if (!shopCountry) return sql`${countries}`
  return sql`case when ${countries} = '{}' then array[${shopCountry}]::text[] else ${countries} end`
}

/** The products that match a text query, with their score; `shopTotal` comes from `prepareCount`. */
export function searchedEntries(tenantId: string, { matches, score }: TextQuery, shopTotal: number): SQL {
  const bound = shopTotal > SEARCHED_MAX ? sql`order by listing_rank limit ${SEARCHED_MAX}` : sql``
  return sql`
    select created_at, listing_rank, available, price, group_id, choice_id, ${scoreOf(score)} as score
    from (select * from ${productEntries} where tenant_id = ${tenantId} ${bound}) as searched
    where words @@ ${matches}::tsquery`
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
function hitOrder({ search, sort }: SearchCriteria): SQL {
  if (sort === 'price-asc') return sql`price, hits.listing_rank`
  if (sort === 'price-desc') return sql`price desc, hits.listing_rank desc`
  const newest = sql`hits.created_at desc, hits.listing_rank desc`
  return search && sort === undefined ? sql`score desc, ${newest}` : newest
}

function toFacets(lists: Record<string, Pairs>, price: Facets['price']): Facets {
  const values = FACET_COLUMNS.map(({ name }) => [name, toFacetValues(name, lists[name] ?? [])] as const)
  return { ...NO_FACETS, ...Object.fromEntries(values), price }
}

function toPrice(prices: [number | null, number | null] | null): Facets['price'] {
  const [lowest, highest] = prices ?? []
  return lowest == null || highest == null ? null : { min: lowest / 100, max: highest / 100 }
}
