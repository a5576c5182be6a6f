import type { Capability } from '../contract/store-info.ts'
import { listingMessages } from './messages.ts'

/** Search, sort and filters of a listing, where the store has the capability. docs/requirements.md#115-search docs/requirements.md#117-sort docs/requirements.md#118-facets */
export interface Filters {
  /** In lower case, with single spaces. */
  search?: string
  sort?: Sort
  /** In lower case and sorted, so that equal filters have one URL. */
  sizes?: string[]
  colors?: string[]
  /** Whole rupees, inclusive. */
  minPrice?: number
  maxPrice?: number
}

/** Sort orders of a listing with their labels. */
export const SORTS = listingMessages.sorts
type Sort = keyof typeof SORTS

export const SEARCH_MAX_LENGTH = 100
const VALUES_MAX = 10
const VALUE_MAX_LENGTH = 60
const PRICE_MAX_DIGITS = 7
const EVERYTHING: Capability[] = ['search', 'sort', 'facets']
const CONTROL_CHARACTERS = /\p{Cc}/gu

/** The query parameters of the filters. */
export const FILTER_PARAMETERS = ['search', 'sort', 'size', 'color', 'minPrice', 'maxPrice'] as const
type FilterParameter = (typeof FILTER_PARAMETERS)[number]

/** Parses the parameters that the store's capabilities cover, all by default. Ignores invalid values. */
export function parseFilters(parameters: URLSearchParams, capabilities = EVERYTHING): Filters {
  const can = (word: Capability) => capabilities.includes(word)
  return {
    ...(can('search') ? { search: readSearch(parameters.get('search')) } : {}),
    ...(can('sort') ? { sort: readSort(parameters.get('sort')) } : {}),
    ...(can('facets')
      ? {
          sizes: readValues(parameters.getAll('size')),
          colors: readValues(parameters.getAll('color')),
          minPrice: readPrice(parameters.get('minPrice')),
          maxPrice: readPrice(parameters.get('maxPrice')),
        }
      : {}),
  }
}

/** Returns the parameters of a URL, always in the same order. */
export function filterPairs({ search, sort, sizes = [], colors = [], minPrice, maxPrice }: Filters) {
  const pairs: [FilterParameter, string | number | undefined][] = [
    ['search', search],
    ['sort', sort],
    ...sizes.map((size): [FilterParameter, string] => ['size', size]),
    ...colors.map((color): [FilterParameter, string] => ['color', color]),
    ['minPrice', minPrice],
    ['maxPrice', maxPrice],
  ]
  return pairs.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
}

/** True when sizes, colours or prices narrow the listing. */
export function hasFilters({ sizes = [], colors = [], minPrice, maxPrice }: Filters): boolean {
  return sizes.length + colors.length > 0 || minPrice !== undefined || maxPrice !== undefined
}

/** Returns the query without sizes, colours and prices. */
export function withoutFilters<T extends Filters>(query: T): T {
  return { ...query, sizes: undefined, colors: undefined, minPrice: undefined, maxPrice: undefined }
}

function readSearch(value: string | null): string | undefined {
  const text = clean(value ?? '').replace(/\s+/g, ' ')
  return text.slice(0, SEARCH_MAX_LENGTH).trim() || undefined
}

function readSort(value: string | null): Sort | undefined {
  return Object.keys(SORTS).find((sort): sort is Sort => sort === value)
}

function readValues(values: string[]): string[] | undefined {
  const read = values.map(clean).filter((value) => value !== '' && value.length <= VALUE_MAX_LENGTH)
  const known = [...new Set(read)].sort().slice(0, VALUES_MAX)
  return known.length > 0 ? known : undefined
}

function readPrice(value: string | null): number | undefined {
  const text = value?.trim() ?? ''
  return /^\d+$/.test(text) && text.length <= PRICE_MAX_DIGITS ? Number(text) : undefined
}

function clean(text: string): string {
  return text.normalize('NFC').replace(CONTROL_CHARACTERS, ' ').trim().toLowerCase()
}
