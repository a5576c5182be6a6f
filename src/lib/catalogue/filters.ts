import { ATTRIBUTE_LISTS, FACET_LISTS, LISTS, LIST_NAMES } from '@tanabana/contract/product.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { listingMessages } from './messages.ts'

/**
 * Search, sort and filters of a listing, where the store has the capability. docs/requirements.md#115-search
 * docs/requirements.md#117-sort docs/requirements.md#118-facets docs/requirements.md#1117-attribute-facets
 */
export interface Filters {
  /** In lower case, with single spaces. */
  search?: string
  sort?: Sort
  /** Lists are in lower case and sorted, so that equal filters have one URL. */
  sizes?: string[]
  colors?: string[]
  clothingSizes?: string[]
  shoeSizes?: string[]
  colorFamilies?: string[]
  fabrics?: string[]
  occasions?: string[]
  countries?: string[]
  /** Minimum discount in percent. */
  discount?: number
  availability?: 'in-stock'
  /** Whole rupees, inclusive. */
  minPrice?: number
  maxPrice?: number
}

/** The discounts to choose from, in percent. */
const DISCOUNTS = [10, 20, 30, 40, 50]

/** Sort orders of a listing with their labels. */
export const SORTS = listingMessages.sorts
type Sort = keyof typeof SORTS

export const SEARCH_MAX_LENGTH = 100
const VALUES_MAX = 10
const VALUE_MAX_LENGTH = 60
const PRICE_MAX_DIGITS = 7
const EVERYTHING: Capability[] = ['search', 'sort', 'facets', 'attribute-facets']
const CONTROL_CHARACTERS = /\p{Cc}/gu

/** The query parameters of the filters. */
export const FILTER_PARAMETERS = [
  'search',
  'sort',
  ...Object.values(LISTS),
  'discount',
  'availability',
  'minPrice',
  'maxPrice',
] as const

/** Parses the parameters that the store's capabilities cover, all by default. Ignores invalid values. */
export function parseFilters(parameters: URLSearchParams, capabilities = EVERYTHING): Filters {
  const can = (word: Capability) => capabilities.includes(word)
  return {
    ...(can('search') ? { search: readSearch(parameters.get('search')) } : {}),
    ...(can('sort') ? { sort: readSort(parameters.get('sort')) } : {}),
    ...(can('facets')
      ? {
          ...readLists(parameters, FACET_LISTS),
          minPrice: readPrice(parameters.get('minPrice')),
          maxPrice: readPrice(parameters.get('maxPrice')),
        }
      : {}),
    ...(can('attribute-facets')
      ? {
          ...readLists(parameters, ATTRIBUTE_LISTS),
          discount: DISCOUNTS.find((percent) => String(percent) === parameters.get('discount')?.trim()),
          availability: parameters.get('availability')?.trim() === 'in-stock' ? 'in-stock' : undefined,
        }
      : {}),
  }
}

/** Returns the parameters of a URL, always in the same order. */
export function filterPairs(filters: Filters): [string, string][] {
  const { search, sort, discount, availability, minPrice, maxPrice } = filters
  const lists = LIST_NAMES.flatMap((name) =>
    (filters[name] ?? []).map((value) => [LISTS[name], value] as const),
  )
  const pairs = [
    ['search', search] as const,
    ['sort', sort] as const,
    ...lists,
    ...Object.entries({ discount, availability, minPrice, maxPrice }),
  ]
  return pairs.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
}

/** True when anything but search and sort narrows the listing. */
export function hasFilters(filters: Filters): boolean {
  return filterPairs({ ...filters, search: undefined, sort: undefined }).length > 0
}

/** Returns the query with search and sort as its only filters. */
export function withoutFilters<T extends Filters>(query: T): T {
  const none = Object.fromEntries(LIST_NAMES.map((name) => [name, undefined]))
  return {
    ...query,
    ...none,
    discount: undefined,
    availability: undefined,
    minPrice: undefined,
    maxPrice: undefined,
  }
}

function readLists(parameters: URLSearchParams, lists: Partial<typeof LISTS>): Filters {
  return Object.fromEntries(
    Object.entries(lists).map(([name, parameter]) => [name, readValues(parameters.getAll(parameter))]),
  )
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
