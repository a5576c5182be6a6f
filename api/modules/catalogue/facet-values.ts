import { sql, type SQL } from 'drizzle-orm'

import { DISCOUNTS, type FacetValue, type Facets, type SearchCriteria } from './search-criteria.ts'

/** A facet that counts values: its column in `choices`, and the condition of the criteria on it. */
interface FacetColumn {
  name: Exclude<keyof Facets, 'price'>
  column: string
  isList: boolean
  condition: (criteria: SearchCriteria) => SQL | undefined
}

const isAnyOf = (column: string, values: string[]) =>
  values.length === 0 ? undefined : sql`lower(${sql.raw(column)}::text)::text[] && ${toTextArray(values)}`

/** Every facet except the price. */
export const FACET_COLUMNS: readonly FacetColumn[] = [
  { name: 'sizes', column: 'sizes', isList: true, condition: ({ sizes }) => isAnyOf('sizes', sizes) },
  { name: 'colors', column: 'colors', isList: true, condition: ({ colors }) => isAnyOf('colors', colors) },
  {
    name: 'clothingSizes',
    column: 'clothing_sizes',
    isList: true,
    condition: ({ clothingSizes }) => isAnyOf('clothing_sizes', clothingSizes),
  },
  {
    name: 'shoeSizes',
    column: 'shoe_sizes',
    isList: true,
    condition: ({ shoeSizes }) => isAnyOf('shoe_sizes', shoeSizes),
  },
  {
    name: 'colorFamilies',
    column: 'color_families',
    isList: true,
    condition: ({ colorFamilies }) => isAnyOf('color_families', colorFamilies),
  },
  {
    name: 'fabrics',
    column: 'fabrics',
    isList: true,
    condition: ({ fabrics }) => isAnyOf('fabrics', fabrics),
  },
  {
    name: 'occasions',
    column: 'occasions',
    isList: true,
    condition: ({ occasions }) => isAnyOf('occasions', occasions),
  },
  {
    name: 'countries',
    column: 'countries',
    isList: true,
    condition: ({ countries }) => isAnyOf('countries', countries),
  },
  {
    name: 'discounts',
    column: 'discount',
    isList: false,
    condition: ({ discount }) =>
      discount === undefined ? undefined : sql`discount >= ${discount}::smallint`,
  },
  {
    name: 'availability',
    column: 'available',
    isList: false,
    condition: ({ inStock }) => (inStock ? sql`available` : undefined),
  },
]

/** The facet's values with their counts as JSON pairs, from the relation `counted`. */
export function facetPairs({ column, isList, name }: FacetColumn, criteria: SearchCriteria): SQL {
  const isChosen = FACET_COLUMNS.find((facet) => facet.name === name)?.condition(criteria) !== undefined
  const within = isChosen
    ? sql`misses = 0 or (misses = 1 and not ${sql.raw(`has_${column}`)})`
    : sql`misses = 0`
  const value = sql.raw(column)
  const alike = sql`select ${value} as value, sum(found) as found from counted where ${within} group by 1`
  return sql`(
    select json_agg(json_build_array(value::text, found)) from (
      ${isList ? sql`select one as value, sum(found)::float8 as found from (${alike}) as alike, unnest(value) as one group by 1` : sql`select value, found::float8 as found from (${alike}) as alike`}
    ) as facet)`
}

/** The values of a facet in the order of the response. */
export function toFacetValues(name: FacetColumn['name'], pairs: [string, number][]): FacetValue[] {
  if (name === 'discounts') return toDiscounts(pairs)
  if (name === 'availability') {
    return pairs.flatMap(([value, count]) => (value === 'true' ? [{ value: 'in-stock', count }] : []))
  }
  return toValues(pairs)
}

/** A product with 35 % off counts for 10, 20 and 30. */
function toDiscounts(pairs: [string, number][]): FacetValue[] {
  return DISCOUNTS.map((least) => ({
    value: String(least),
    count: pairs.reduce((sum, [value, count]) => sum + (Number(value) >= least ? count : 0), 0),
  })).filter(({ count }) => count > 0)
}

/** Merges values that differ only in case, under the most frequent spelling; the most frequent value first. */
function toValues(pairs: [string, number][]): FacetValue[] {
  const values = new Map<string, FacetValue>()
  for (const [value, count] of inOrder(pairs)) {
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

function toTextArray(values: string[]): SQL {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`
}
