import type { ProductFilter } from './filter.ts'

type Sort = 'newest' | 'price-asc' | 'price-desc'

/** What a listing asks for beyond the plain contract. docs/requirements.md#115-search docs/requirements.md#117-sort docs/requirements.md#118-facets */
export interface Finding extends ProductFilter {
  search?: string | undefined
  sort?: Sort | undefined
  /** Any of them, in lower case; empty for every size. */
  sizes: string[]
  colors: string[]
  /** Rupees, both included. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
}

interface FacetValue {
  value: string
  count: number
}

/**
 * What the products found can be narrowed by. A value's count is what choosing it would show: sizes are counted within
 * the chosen colours and prices, and the other way round. Prices in rupees.
 */
export interface Facets {
  sizes: FacetValue[]
  colors: FacetValue[]
  price: { min: number; max: number } | null
}

/** Whether the plain listing, newest first, is all that is asked for. */
export function isPlain({ search, sort, sizes, colors, ...rest }: Finding): boolean {
  return !search && (!sort || sort === 'newest') && sizes.length + colors.length === 0 && !hasPriceRange(rest)
}

export function hasPriceRange({ minPrice, maxPrice }: Pick<Finding, 'minPrice' | 'maxPrice'>): boolean {
  return minPrice !== undefined || maxPrice !== undefined
}
