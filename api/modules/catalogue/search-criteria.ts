import { sql, type SQL } from 'drizzle-orm'

import { LIST_NAMES, type Sort } from '@tanabana/contract/listing-parameters.ts'
import type { ProductFilter } from './filter.ts'

/**
 * Criteria of a listing beyond the plain contract. docs/requirements.md#115-search docs/requirements.md#117-sort
 * docs/requirements.md#118-facets docs/requirements.md#1117-attribute-facets
 */
export interface SearchCriteria extends ProductFilter {
  search?: string | undefined
  sort?: Sort | undefined
  /** Each list matches any of its values, in lower case; an empty one matches every product. */
  sizes: string[]
  colors: string[]
  genders: string[]
  /** Sizes of garments, and of footwear, alone. */
  clothingSizes: string[]
  shoeSizes: string[]
  colorFamilies: string[]
  fabrics: string[]
  occasions: string[]
  countries: string[]
  /** At least so many percent: one of `DISCOUNTS`. */
  discount?: number | undefined
  /** Without sold-out products. */
  inStock?: boolean | undefined
  /** Rupees, inclusive. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
  /** The shop's country of origin, for products without one. */
  shopCountry?: string | undefined
}

export interface FacetValue {
  value: string
  count: number
}

/**
 * The values by which the matches can be narrowed. The count of a value is the number of products after choosing it: each
 * list is counted within the choices of the others and the prices. Prices in rupees.
 */
export interface Facets {
  sizes: FacetValue[]
  colors: FacetValue[]
  genders: FacetValue[]
  clothingSizes: FacetValue[]
  shoeSizes: FacetValue[]
  colorFamilies: FacetValue[]
  fabrics: FacetValue[]
  occasions: FacetValue[]
  countries: FacetValue[]
  discounts: FacetValue[]
  availability: FacetValue[]
  price: { min: number; max: number } | null
}

export const NO_FACETS: Facets = {
  sizes: [],
  colors: [],
  genders: [],
  clothingSizes: [],
  shoeSizes: [],
  colorFamilies: [],
  fabrics: [],
  occasions: [],
  countries: [],
  discounts: [],
  availability: [],
  price: null,
}

/** Whether this is the plain listing, newest first, with filters alone. */
export function isPlain(criteria: SearchCriteria): boolean {
  const { search, sort } = criteria
  return !search && (!sort || sort === 'newest') && !hasChoices(criteria) && !hasPriceRange(criteria)
}

/** The country of origin of a choice, in lower case; empty for unknown ones. */
export function countryKey(countries: SQL, { shopCountry = '' }: Pick<SearchCriteria, 'shopCountry'>): SQL {
  return sql`lower(coalesce(${countries}[1], ${shopCountry}::text)) collate "C"`
}

/** Whether the criteria choose among the values of facets, prices apart. */
export function hasChoices(criteria: SearchCriteria): boolean {
  const { discount, inStock } = criteria
  return LIST_NAMES.some((name) => criteria[name].length > 0) || discount !== undefined || inStock === true
}

export function hasPriceRange({
  minPrice,
  maxPrice,
}: Pick<SearchCriteria, 'minPrice' | 'maxPrice'>): boolean {
  return minPrice !== undefined || maxPrice !== undefined
}
