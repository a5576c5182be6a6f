import type { ProductFilter } from './filter.ts'

type Sort = 'newest' | 'price-asc' | 'price-desc'

/**
 * Criteria of a listing beyond the plain contract. docs/requirements.md#115-search docs/requirements.md#117-sort
 * docs/requirements.md#118-facets
 */
export interface SearchCriteria extends ProductFilter {
  search?: string | undefined
  sort?: Sort | undefined
  /** Matches any of these, in lower case; empty matches every size. */
  sizes: string[]
  colors: string[]
  /** Rupees, inclusive. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
}

interface FacetValue {
  value: string
  count: number
}

/**
 * The values by which the matches can be narrowed. The count of a value is the number of products after choosing it:
 * sizes are counted within the chosen colours and prices, and colours within the chosen sizes and prices. Prices in
 * rupees.
 */
export interface Facets {
  sizes: FacetValue[]
  colors: FacetValue[]
  price: { min: number; max: number } | null
}

/** Whether this is the plain listing, newest first, with filters alone. */
export function isPlain({ search, sort, sizes, colors, ...rest }: SearchCriteria): boolean {
  return !search && (!sort || sort === 'newest') && sizes.length + colors.length === 0 && !hasPriceRange(rest)
}

export function hasPriceRange({
  minPrice,
  maxPrice,
}: Pick<SearchCriteria, 'minPrice' | 'maxPrice'>): boolean {
  return minPrice !== undefined || maxPrice !== undefined
}
