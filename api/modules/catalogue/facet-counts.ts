import { and, eq, sql, type SQL } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { productChoices, productEntries, productGroups } from '../../db/schema.ts'
import type { TextQuery } from '../search/text-query.ts'
import { groupsOf, narrows } from './filter.ts'
import { hasPriceRange, type Facets, type SearchCriteria } from './search-criteria.ts'

/** Position of a product in the listing's index. */
export interface EntryPosition {
  createdAt: string
  rank: number
}

/** Number of matches, their facets and, when the entries were scanned, the page. */
export interface FacetCounts {
  total: number
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
  const query = sql`
    with choices as materialized (${choicesOf(tenantId, criteria)}),
    ${scansEntries ? sql`hits as materialized (${hits}),` : sql``}
    counted as materialized (${counted})
    select
      (select coalesce(sum(found), 0)::float8 from counted where has_color and has_size) as total,
      ${wantsFacets ? facet('colors', 'has_size') : none} as colors,
      ${wantsFacets ? facet('sizes', 'has_color') : none} as sizes,
      ${wantsFacets ? sql`(select json_build_array(lowest, highest) from (${prices}) as prices)` : none} as prices,
      ${
        scansEntries
          ? sql`(select json_agg(json_build_array(created_at, listing_rank)) from (
        select hits.created_at::text, hits.listing_rank from ${chosenHits(criteria)} and ${inRange}
        order by ${hitOrder(criteria)} limit ${window.limit} offset ${window.offset}
      ) as page)`
          : none
      } as page`
  const [row] = await tx
    .select({
      total: sql<number>`total`,
      colors: sql<Pairs>`colors`,
      sizes: sql<Pairs>`sizes`,
      prices: sql<[number | null, number | null] | null>`prices`,
      page: sql<[string, number][] | null>`page`,
    })
    .from(sql`(${query}) as counts`)
  if (!row) throw new Error('Counting gave no row.')
  return {
    total: row.total,
    shopTotal,
    facets: { colors: toValues(row.colors), sizes: toValues(row.sizes), price: toPrice(row.prices) },
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

/** The hits with the chosen colours, sizes and groups; all hits without a choice. */
function chosenHits({ sizes, colors, ...filter }: SearchCriteria): SQL {
  if (sizes.length + colors.length === 0 && !narrows(filter)) return sql`hits where true`
  return sql`hits join choices on choices.id = hits.choice_id where has_color and has_size`
}

/** The choices of the groups that pass the filter, each with whether it has a chosen colour and size. */
export function choicesOf(tenantId: string, { sizes, colors, ...filter }: SearchCriteria): SQL {
  const hasAny = (column: SQL, values: string[]) =>
    values.length === 0 ? sql`true` : sql`lower(${column}::text)::text[] && ${toTextArray(values)}`
  return sql`
    select ${productChoices.id}, ${productChoices.colors}, ${productChoices.sizes}, ${productChoices.products},
      ${hasAny(sql`${productChoices.colors}`, colors)} as has_color,
      ${hasAny(sql`${productChoices.sizes}`, sizes)} as has_size
    from ${productChoices} join ${productGroups}
      on ${and(eq(productGroups.tenantId, productChoices.tenantId), eq(productGroups.id, productChoices.groupId))}
    where ${productChoices.tenantId} = ${tenantId} and ${groupsOf(tenantId, filter)}`
}

/** The products that match a text query, with their score; `shopTotal` comes from `prepareCount`. */
export function searchedEntries(tenantId: string, { matches, score }: TextQuery, shopTotal: number): SQL {
  const bound = shopTotal > SEARCHED_MAX ? sql`order by listing_rank limit ${SEARCHED_MAX}` : sql``
  return sql`
    select created_at, listing_rank, price, group_id, choice_id, ${scoreOf(score)} as score
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
    select created_at, listing_rank, price, choice_id from ${productEntries}
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

function facet(column: 'colors' | 'sizes', condition: 'has_color' | 'has_size'): SQL {
  return sql`(
    select json_agg(json_build_array(value, found)) from (
      select value, sum(found)::float8 as found
      from (
        select ${sql.raw(column)}, sum(found) as found from counted where ${sql.raw(condition)} group by 1
      ) as alike, unnest(${sql.raw(column)}) as value
      group by value
    ) as facet)`
}

/** Merges values that differ only in case, under the most frequent spelling; the most frequent value first. */
function toValues(pairs: Pairs): Facets['colors'] {
  const values = new Map<string, { value: string; count: number }>()
  for (const [value, count] of inOrder(pairs ?? [])) {
    const key = value.toLowerCase()
    values.set(key, { value: values.get(key)?.value ?? value, count: (values.get(key)?.count ?? 0) + count })
  }
  return [...values.values()].toSorted(
    (one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
  )
}

/** Most frequent first; of equal counts, capital letters first. */
function inOrder(pairs: [string, number][]): [string, number][] {
  return pairs.toSorted(([one, count], [other, others]) => others - count || (one < other ? -1 : 1))
}

function toPrice(prices: [number | null, number | null] | null): Facets['price'] {
  const [lowest, highest] = prices ?? []
  return lowest == null || highest == null ? null : { min: lowest / 100, max: highest / 100 }
}

function toTextArray(values: string[]): SQL {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`
}
