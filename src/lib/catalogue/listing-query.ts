import {
  type Filters,
  LISTING_PARAMETERS,
  type ListingParameter,
  type ListingQuery,
} from '@tanabana/contract/listing-parameters.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { removeControlCharacters, replaceControlCharacters } from '@tanabana/contract/text.ts'

export const SEARCH_MAX_LENGTH = 100
const NAME_MAX_LENGTH = 200
const VALUES_MAX = 10
const VALUE_MAX_LENGTH = 60
const PRICE_MAX_DIGITS = 7
const PAGE_MAX = 100_000

type Parameters = readonly ListingParameter[]

/**
 * Parses the listing's parameters, those of every capability included; `supportedQuery` narrows them. Never throws:
 * takes the first of repeated values, and ignores empty, overlong and invalid ones. docs/requirements.md#28-product-listing
 */
export function parseListingQuery(
  given: URLSearchParams,
  parameters: Parameters = LISTING_PARAMETERS,
): ListingQuery {
  const read = parameters
    .filter(({ isInKey }) => isInKey)
    .map((parameter) => [parameter.field, readValue(parameter, given.getAll(parameter.name))])
  // The table gives each field the type of its kind.
  return { page: 1, ...Object.fromEntries(read) } as ListingQuery
}

/** Returns the query without the parameters of capabilities that the store lacks. */
export function supportedQuery(query: ListingQuery, capabilities: readonly Capability[]): ListingQuery {
  const lacks = (word: Capability | undefined) => word !== undefined && !capabilities.includes(word)
  const values = new Map<string, unknown>(Object.entries(query))
  const missing: Parameters = LISTING_PARAMETERS.filter(
    ({ field, capability, choiceCapabilities }: ListingParameter) =>
      lacks(capability) || lacks(choiceCapabilities?.[String(values.get(field))]),
  )
  return { ...query, ...noneOf(missing) }
}

/** Returns the query with search and sort as its only filters. */
export function withoutFilters(query: ListingQuery): ListingQuery {
  return { ...query, ...noneOf(FILTERS.filter(({ name }) => name !== 'search' && name !== 'sort')) }
}

/** Returns name and value of each parameter in the address, always in the same order; page 1 is left out. */
export function listingPairs(
  query: Partial<ListingQuery>,
  parameters: Parameters = LISTING_PARAMETERS,
): [string, string][] {
  const values = new Map(Object.entries({ ...query, page: query.page === 1 ? undefined : query.page }))
  return parameters
    .filter(({ isInKey, field }) => isInKey && values.get(field) !== undefined)
    .flatMap(({ name, field }) =>
      [values.get(field)].flat().map((value): [string, string] => [name, String(value)]),
    )
}

/** Returns the pairs of search, sort and filters. */
export function filterPairs(query: Partial<ListingQuery>): [string, string][] {
  return listingPairs(query, FILTERS)
}

/** Returns search, sort and filters as parameters of `GET /products`. */
export function filterParameters(query: Filters): Record<string, ListingQuery[keyof ListingQuery]> {
  const values = new Map(Object.entries(query))
  return Object.fromEntries(FILTERS.map(({ name, field }) => [name, values.get(field)]))
}

/** True when anything but search and sort narrows the listing. */
export function hasFilters(query: ListingQuery): boolean {
  return filterPairs({ ...query, search: undefined, sort: undefined }).length > 0
}

/** Returns the listing's URL, without empty parameters and page 1. */
export function listingUrl(query: Partial<ListingQuery>): string {
  const pairs = listingPairs(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length > 0 ? `/products?${pairs.join('&')}` : '/products'
}

/** Returns the canonical URL of a listing, without search, sort and filters. */
export function canonicalListing({ category, parentCategory, featured, page }: ListingQuery): string {
  return listingUrl({ category, parentCategory, featured, page })
}

const FILTERS: Parameters = LISTING_PARAMETERS.filter(
  (row: ListingParameter) => row.isInKey && row.capability !== undefined,
)

function noneOf(parameters: Parameters): Partial<ListingQuery> {
  return Object.fromEntries(parameters.map(({ field }) => [field, undefined]))
}

function readValue({ name, kind, choices = [] }: ListingParameter, values: string[]): unknown {
  const [first = ''] = values
  switch (kind) {
    case 'name':
      // Categories match in any case.
      return name === 'category' ? readName(first)?.toLowerCase() : readName(first)
    case 'words':
      return clean(first).replace(/\s+/g, ' ').slice(0, SEARCH_MAX_LENGTH).trim() || undefined
    case 'choice':
    case 'percent':
      return choices.find((choice) => String(choice) === first.trim().toLowerCase())
    case 'values':
      return readValues(values)
    case 'rupees':
      return readRupees(first)
    case 'whole':
      return readPage(first)
  }
}

function readName(value: string): string | undefined {
  const name = removeControlCharacters(value).trim()
  return name && name.length <= NAME_MAX_LENGTH ? name : undefined
}

function readValues(values: string[]): string[] | undefined {
  const read = values.map(clean).filter((value) => value !== '' && value.length <= VALUE_MAX_LENGTH)
  const known = [...new Set(read)].sort().slice(0, VALUES_MAX)
  return known.length > 0 ? known : undefined
}

function readRupees(value: string): number | undefined {
  const text = value.trim()
  return /^\d+$/.test(text) && text.length <= PRICE_MAX_DIGITS ? Number(text) : undefined
}

function readPage(value: string): number {
  const text = value.trim()
  return /^\d+$/.test(text) ? Math.min(Math.max(1, Number(text)), PAGE_MAX) : 1
}

function clean(text: string): string {
  return replaceControlCharacters(text.normalize('NFC'), ' ').trim().toLowerCase()
}
