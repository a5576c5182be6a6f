import type { Capability } from '../schemas/store-info.ts'
import { filterPairs, parseFilters, type Filters } from './filters.ts'

/** What the listing's address asks for. docs/requirements.md#28-product-listing */
export interface ListingQuery extends Filters {
  /** In lower case: a category is found in any case. */
  category?: string
  parentCategory?: string
  /** Passed through to the API as it is. docs/requirements.md#1011-featured-filter */
  featured?: 'true'
  page: number
}

const NAME_MAX_LENGTH = 200
const PAGE_MAX = 100_000
/** Nothing that a name is made of, and no HTML may hold U+0000. */
const CONTROL_CHARACTERS = /\p{Cc}/gu

/**
 * Reads the listing's parameters, of those beyond the spec what the store can do, and never fails: the first of
 * repeated values counts; an empty or absurdly long name, and a page that is no whole number from 1 on, count as not
 * given.
 */
export function parseListingQuery(
  parameters: URLSearchParams,
  capabilities: Capability[] | undefined,
): ListingQuery {
  return {
    category: readName(parameters.get('category'))?.toLowerCase(),
    parentCategory: readName(parameters.get('parentCategory')),
    featured: parameters.get('featured')?.trim().toLowerCase() === 'true' ? 'true' : undefined,
    page: readPage(parameters.get('page')),
    ...parseFilters(parameters, capabilities),
  }
}

/** The listing's address, without what is not given and without page 1. */
export function listingUrl(query: Partial<ListingQuery>): string {
  const { category, parentCategory, featured, page = 1 } = query
  const given = [
    ...Object.entries({ category, parentCategory, featured }),
    ...filterPairs(query),
    ['page', page > 1 ? page : undefined] as const,
  ]
  const pairs = given.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return pairs.length > 0 ? `/products?${pairs.join('&')}` : '/products'
}

/** The one address among all that show the same products: filters are choices. */
export function canonicalListing({ category, parentCategory, featured, page }: ListingQuery): string {
  return listingUrl({ category, parentCategory, featured, page })
}

function readName(value: string | null): string | undefined {
  const name = value?.replace(CONTROL_CHARACTERS, '').trim()
  return name && name.length <= NAME_MAX_LENGTH ? name : undefined
}

function readPage(value: string | null): number {
  const text = value?.trim() ?? ''
  return /^\d+$/.test(text) ? Math.min(Math.max(1, Number(text)), PAGE_MAX) : 1
}
