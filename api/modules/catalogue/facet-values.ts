import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { productGroups, productValues } from '../../db/schema.ts'
import { groupsOf } from './filter.ts'
import { GENDERS } from '@tanabana/contract/product.ts'
import { DISCOUNTS } from '@tanabana/contract/listing-parameters.ts'
import type { FacetValue, Facets, SearchCriteria } from './search-criteria.ts'

export type FacetName = Exclude<keyof Facets, 'price'>

/** Values in the merchant's spelling with their numbers of products. */
export type Pairs = [value: string, count: number][]

type SingleName = 'discounts' | 'availability'

/**
 * A facet that counts values of a column of `product_choices`, or of its group; the criteria have a list of values for
 * a list.
 */
type FacetColumn = (
  { name: Exclude<FacetName, SingleName>; isList: true } | { name: SingleName; isList: false }
) & {
  column: string
  /** The facet counts footwear alone, or everything else alone. */
  isFootwear?: boolean
}

/** A facet of which the criteria choose values, with the condition on a choice. */
export interface ChosenFacet {
  name: FacetName
  has: SQL
}

/** Every facet except the price. */
export const FACET_COLUMNS: readonly FacetColumn[] = [
  { name: 'sizes', column: 'sizes', isList: true },
  { name: 'colors', column: 'colors', isList: true },
  { name: 'clothingSizes', column: 'sizes', isList: true, isFootwear: false },
  { name: 'shoeSizes', column: 'sizes', isList: true, isFootwear: true },
  { name: 'colorFamilies', column: 'color_families', isList: true },
  { name: 'fabrics', column: 'fabrics', isList: true },
  { name: 'occasions', column: 'occasions', isList: true },
  { name: 'countries', column: 'countries', isList: true },
  { name: 'genders', column: 'genders', isList: true },
  { name: 'discounts', column: 'discount', isList: false },
  { name: 'availability', column: 'available', isList: false },
]

/** Categories whose sizes are shoe sizes. */
const FOOTWEAR =
  '\\m(footwear|shoes?|sneakers?|boots?|heels|flats|loafers|sandals?|slippers?|juttis?|mojaris?|kolhapuris?|chappals?)\\M'

/**
 * The groups that pass the filter, with what facets need of them; "offset 0" makes the planner test the words once per
 * group.
 */
export function groupsWithKind(tenantId: string, criteria: SearchCriteria): SQL {
  return sql`
    select
      id as kind_id,
      category || ' ' || parent_category ~* ${FOOTWEAR} as is_footwear,
      array_remove(array[gender], null) as genders,
      products as group_products
    from ${productGroups} where ${groupsOf(tenantId, criteria)} offset 0`
}

/** The chosen facets, with the chosen values in every spelling that the shop's products have. */
export async function resolveChoices(
  tx: Transaction,
  tenantId: string,
  criteria: SearchCriteria,
): Promise<ChosenFacet[]> {
  const { discount, inStock } = criteria
  const lists = FACET_COLUMNS.flatMap((facet) => {
    const values = facet.isList ? criteria[facet.name] : []
    return values.length > 0 ? [{ facet, values }] : []
  })
  const spellings = await readSpellings(
    tx,
    tenantId,
    lists.map(({ facet, values }) => ({ column: facet.column, values })),
  )
  const chosen = lists.map(({ facet, values }) => {
    const known =
      facet.name === 'genders'
        ? GENDERS.filter((gender) => values.includes(gender.toLowerCase()))
        : spellings
            .filter(({ column, key }) => column === facet.column && values.includes(key))
            .map(({ value }) => value)
    return { name: facet.name, has: hasAnyOf(facet, known, values, criteria) }
  })
  return [
    ...chosen,
    ...(discount === undefined
      ? []
      : [{ name: 'discounts' as const, has: sql`discount >= ${discount}::smallint` }]),
    ...(inStock ? [{ name: 'availability' as const, has: sql`available` }] : []),
  ]
}

async function readSpellings(
  tx: Transaction,
  tenantId: string,
  lists: { column: string; values: string[] }[],
): Promise<{ column: string; value: string; key: string }[]> {
  if (lists.length === 0) return []
  const key = sql<string>`lower(${productValues.value})`
  return tx
    .selectDistinct({ column: productValues.facet, value: productValues.value, key })
    .from(productValues)
    .where(
      and(
        eq(productValues.tenantId, tenantId),
        inArray(
          productValues.facet,
          lists.map(({ column }) => column),
        ),
        inArray(
          key,
          lists.flatMap(({ values }) => values),
        ),
      ),
    )
}

function hasAnyOf(
  { column, isFootwear }: FacetColumn,
  spellings: string[],
  values: string[],
  { shopCountry }: SearchCriteria,
): SQL {
  const has = sql`${sql.raw(column)} && ${toTextArray(spellings)}`
  if (isFootwear !== undefined) return sql`(is_footwear = ${isFootwear} and ${has})`
  const isOfShop = column === 'countries' && values.includes(shopCountry?.toLowerCase() ?? '')
  return isOfShop ? sql`(${has} or countries = '{}')` : sql`(${has})`
}

/** The facet's values as JSON pairs, from the relation `counted`, within the choices of the other facets. */
export function facetPairs({ name, column, isList, isFootwear }: FacetColumn, chosen: ChosenFacet[]): SQL {
  const isChosen = chosen.some((facet) => facet.name === name)
  const within = isChosen
    ? sql`(misses = 0 or (misses = 1 and not ${sql.identifier(`has_${name}`)}))`
    : sql`misses = 0`
  const kind = isFootwear === undefined ? sql`` : sql` and is_footwear = ${isFootwear}`
  const value = sql.raw(
    column === 'countries' ? `case countries when '{}' then '{""}' else countries end` : column,
  )
  const alike = sql`select ${value} as value, sum(found) as found from counted where ${within}${kind} group by 1`
  const counts = isList
    ? sql`select one as value, sum(found)::float8 as found from (${alike}) as alike, unnest(value) as one group by 1`
    : sql`select value, found::float8 as found from (${alike}) as alike`
  return sql`(select json_agg(json_build_array(value::text, found)) from (${counts}) as facet)`
}

/**
 * The values of the filter's groups with their counts, whatever is chosen: from the stored counts, independent of the size
 * of the shop.
 */
export async function readStoredPairs(
  tx: Transaction,
  tenantId: string,
  criteria: SearchCriteria,
): Promise<Map<FacetName, Pairs>> {
  const groups = await tx
    .select({
      id: sql<string>`kind_id`,
      isFootwear: sql<boolean>`is_footwear`,
      genders: sql<string[]>`genders`,
      count: sql<number>`group_products::float8`,
    })
    .from(sql`(${groupsWithKind(tenantId, criteria)}) as product_group`)
  const footwear = groups.filter(({ isFootwear }) => isFootwear)
  // Ids as a list are index conditions; joined to the groups, the planner reads the values of all.
  const rows = await tx
    .select({
      facet: productValues.facet,
      isFootwear: isOneOf(footwear).as('is_footwear'),
      value: productValues.value,
      count: sql<number>`sum(${productValues.products})::float8`,
    })
    .from(productValues)
    .where(and(eq(productValues.tenantId, tenantId), isOneOf(groups)))
    .groupBy(productValues.facet, sql`is_footwear`, productValues.value)
  const genders = groups.flatMap(({ genders, count }) =>
    genders.map((gender): Pairs[number] => [gender, count]),
  )
  return new Map(
    FACET_COLUMNS.map(({ name, column, isFootwear }) => [
      name,
      name === 'genders'
        ? genders
        : rows
            .filter((row) => row.facet === column && (isFootwear ?? row.isFootwear) === row.isFootwear)
            .map(({ value, count }) => [value, count]),
    ]),
  )
}

function isOneOf(groups: { id: string }[]): SQL<boolean> {
  return sql`${productValues.groupId} = any(${`{${groups.map(({ id }) => id).join(',')}}`}::uuid[])`
}

/** The values of a facet in the order of the response. */
export function toFacetValues(
  name: FacetName,
  pairs: Pairs,
  { shopCountry = '' }: Pick<SearchCriteria, 'shopCountry'>,
): FacetValue[] {
  switch (name) {
    case 'discounts':
      return toDiscounts(pairs)
    case 'availability':
      return toValues(pairs.flatMap(([value, count]) => (value === 'true' ? [['in-stock', count]] : [])))
    case 'countries':
      return toValues(pairs.map(([value, count]) => [value || shopCountry, count]))
    default:
      return toValues(pairs)
  }
}

/** A product with 35 % off counts for 10, 20 and 30. */
function toDiscounts(pairs: Pairs): FacetValue[] {
  return DISCOUNTS.map((least) => ({
    value: String(least),
    count: pairs.reduce((sum, [value, count]) => sum + (Number(value) >= least ? count : 0), 0),
  })).filter(({ count }) => count > 0)
}

/** Merges values that differ only in case, under the most frequent spelling; the most frequent value first. */
function toValues(pairs: Pairs): FacetValue[] {
  const values = new Map<string, FacetValue>()
  for (const [value, count] of inOrder(pairs.filter(([value]) => value !== ''))) {
    const key = value.toLowerCase()
    values.set(key, { value: values.get(key)?.value ?? value, count: (values.get(key)?.count ?? 0) + count })
  }
  return [...values.values()].toSorted(
    (one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
  )
}

/** Most frequent first; of equal counts, capital letters first. */
function inOrder(pairs: Pairs): Pairs {
  return pairs.toSorted(([one, count], [other, others]) => others - count || (one < other ? -1 : 1))
}

function toTextArray(values: string[]): SQL {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`
}
