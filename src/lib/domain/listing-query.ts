import type { Capability } from '../schemas/store-info.ts'
import { filterPairs, parseFilters, type Filters } from './filters.ts'

/** Query of the product listing. docs/requirements.md#28-product-listing */
export interface ListingQuery extends Filters {
  /** In lower case: categories match in any case. */
  category?: string
  parentCategory?: string
  /** Passed to the API unchanged. docs/requirements.md#1011-featured-filter */
  featured?: 'true'
  page: number
}

const NAME_MAX_LENGTH = 200
const PAGE_MAX = 100_000
/** Names contain none, and HTML forbids U+0000. */
const CONTROL_CHARACTERS = /\p{Cc}/gu

/**
 * Parses the listing's parameters, and those beyond the specification that the store supports. Never throws: takes the
 * first of repeated values, and ignores empty or overlong names and invalid page numbers.
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

/** Returns the listing's URL, without empty parameters and page 1. */
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

/** Returns the canonical URL of a listing, without search, sort and filters. */
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
