import { and, eq, sql, type SQL } from 'drizzle-orm'

import type { Transaction } from '../db/index.ts'
import { productChoices, productEntries, productGroups } from '../db/schema.ts'
import { groupsOf, narrows } from './filter.ts'
import { hasPriceRange, type Facets, type Finding } from './finding.ts'

/** A product in the order that was asked for: enough to find it in the listing's index. */
export interface EntryPlace {
  createdAt: string
  rank: number
}

/** What was found: how many, what they can be narrowed by, and the page where looking for it gave that along. */
export interface Survey {
  total: number
  shopTotal: number
  facets: Facets
  page: EntryPlace[] | undefined
}

/** A search looks at so many products of a shop, those added last, and no further. */
const SEARCHED_MAX = 50_000
/** Weights of what is said of a product, whom it is for and its colours, its kind, its name. */
const WEIGHTS = '{0.02, 0.2, 0.4, 1}'

interface Window {
  offset: number
  limit: number
}
type Pairs = [string, number][] | null

/**
 * Counts what a finding lets through. With a text query or a price range the entries themselves are looked at, once;
 * without, the stored counts say it all, whatever the size of the shop.
 */
export async function survey(
  tx: Transaction,
  tenantId: string,
  finding: Finding,
  { textQuery, window, wantsFacets }: { textQuery?: string; window: Window; wantsFacets: boolean },
): Promise<Survey> {
  const looks = textQuery !== undefined || hasPriceRange(finding)
  const shopTotal = await prepareSurvey(tx, tenantId, textQuery !== undefined)
  const hits =
    textQuery === undefined
      ? pricedEntries(tenantId, finding)
      : searchedEntries(tenantId, textQuery, shopTotal)
  const inRange = textQuery === undefined ? sql`true` : priceCondition(finding)
  const counted = looks
    ? sql`
      select choices.*, counts.products as found
      from (select choice_id, count(*) as products from hits where ${inRange} group by 1) as counts
      join choices on choices.id = counts.choice_id`
    : sql`select choices.*, products as found from choices`
  const none = sql`null::json`
  const prices =
    textQuery === undefined
      ? groupPrices(tenantId, finding)
      : sql`
    select min(price) as lowest, max(price) as highest from ${chosenHits(finding)}`
  const query = sql`
    with choices as materialized (${choicesOf(tenantId, finding)}),
    ${looks ? sql`hits as materialized (${hits}),` : sql``}
    counted as materialized (${counted})
    select
      (select coalesce(sum(found), 0)::float8 from counted where has_color and has_size) as total,
      ${wantsFacets ? facet('colors', 'has_size') : none} as colors,
      ${wantsFacets ? facet('sizes', 'has_color') : none} as sizes,
      ${wantsFacets ? sql`(select json_build_array(lowest, highest) from (${prices}) as prices)` : none} as prices,
      ${
        looks
          ? sql`(select json_agg(json_build_array(created_at, listing_rank)) from (
        select hits.created_at::text, hits.listing_rank from ${chosenHits(finding)} and ${inRange}
        order by ${hitOrder(finding)} limit ${window.limit} offset ${window.offset}
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
    .from(sql`(${query}) as survey`)
  if (!row) throw new Error('Counting gave no row.')
  return {
    total: row.total,
    shopTotal,
    facets: { colors: toValues(row.colors), sizes: toValues(row.sizes), price: toPrice(row.prices) },
    page: looks ? (row.page ?? []).map(([createdAt, rank]) => ({ createdAt, rank })) : undefined,
  }
}

/**
 * Nothing tells the planner how many rows there are at a step of a survey: a nested loop over all of them takes seconds,
 * and following an index to each takes three times as long as reading them where they lie. Gives how many products the
 * shop has.
 */
export async function prepareSurvey(tx: Transaction, tenantId: string, readsAll: boolean): Promise<number> {
  const [row] = await tx
    .select({
      total: sql<number>`coalesce(sum(${productGroups.products}), 0)::float8`,
      plans: plans({ nestloop: false, indexscan: !readsAll, bitmapscan: readsAll }),
    })
    .from(productGroups)
    .where(eq(productGroups.tenantId, tenantId))
  return row?.total ?? 0
}

/** After a survey: few rows by an index are what nested loops are good for. */
export async function joinNested(tx: Transaction): Promise<void> {
  await tx.execute(sql`select ${plans({ nestloop: true, indexscan: true, bitmapscan: false })}`)
}

function plans(enabled: Record<'nestloop' | 'indexscan' | 'bitmapscan', boolean>): SQL {
  const settings = Object.entries(enabled).map(
    ([name, isOn]) => sql`set_config(${`enable_${name}`}, ${isOn ? 'on' : 'off'}, true)`,
  )
  return sql`concat(${sql.join(settings, sql`, `)})`
}

/** The hits of the colours, sizes and groups that are asked for; all of them where nothing is. */
function chosenHits({ sizes, colors, ...filter }: Finding): SQL {
  if (sizes.length + colors.length === 0 && !narrows(filter)) return sql`hits where true`
  return sql`hits join choices on choices.id = hits.choice_id where has_color and has_size`
}

/** The choices of the groups that the filter names, each with whether it has a chosen colour and size. */
export function choicesOf(tenantId: string, { sizes, colors, ...filter }: Finding): SQL {
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

/** The products that a text query finds, each with how well; `shopTotal` is what `prepareSurvey` gave. */
export function searchedEntries(tenantId: string, textQuery: string, shopTotal: number): SQL {
  const bound = shopTotal > SEARCHED_MAX ? sql`order by listing_rank limit ${SEARCHED_MAX}` : sql``
  return sql`
    select created_at, listing_rank, price, group_id, choice_id, ts_rank(${WEIGHTS}, words, ${textQuery}::tsquery) as score
    from (select * from ${productEntries} where tenant_id = ${tenantId} ${bound}) as searched
    where words @@ ${textQuery}::tsquery`
}

function pricedEntries(tenantId: string, finding: Finding): SQL {
  return sql`
    select created_at, listing_rank, price, choice_id from ${productEntries}
    where tenant_id = ${tenantId} and ${priceCondition(finding)}
    order by price limit ${SEARCHED_MAX}`
}

function priceCondition({ minPrice, maxPrice }: Finding): SQL {
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

/** From both ends of the prices, past what is of other groups; whatever colours and sizes are chosen. */
function groupPrices(tenantId: string, finding: Finding): SQL {
  const groups = sql`select id from ${productGroups} where ${groupsOf(tenantId, finding)}`
  const end = (direction: 'asc' | 'desc') => sql`(
    select price from (
      select price, group_id from ${productEntries} where tenant_id = ${tenantId}
      order by price ${sql.raw(direction)} offset 0
    ) as walk where (group_id in (${groups})) is true limit 1)`
  return sql`select ${end('asc')} as lowest, ${end('desc')} as highest`
}

/** The best match first, unless an order is asked for. */
function hitOrder({ search, sort }: Finding): SQL {
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

/** Spellings that differ in case alone are one value, spelt as most products are; the most frequent first. */
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

/** Of two as frequent, the one in capital letters first. */
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
