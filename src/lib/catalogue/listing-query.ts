import { type Facets, LIST_NAMES, LISTS, type ListName } from '@tanabana/contract/product.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { filterPairs, parseFilters } from './filters.ts'
import type { Filters } from './filters.ts'

/** Query of the product listing. docs/requirements.md#28-product-listing */
export interface ListingQuery extends Filters {
  /** In lower case: categories match in any case. */
  category?: string
  parentCategory?: string
  /** Passed to the API unchanged. docs/requirements.md#1011-featured-filter */
  featured?: 'true'
  page: number
}

interface FacetChoice {
  /** The value in the URL. */
  value: string
  label: string
  count: number
  isChosen: boolean
}

export interface FilterChip {
  /** The value in the shop's spelling, the discount in percent, or the price in rupees. */
  filter:
    | { value: string }
    | { colorFamily: string }
    | { discount: number }
    | { availability: 'in-stock' }
    | { minPrice: number }
    | { maxPrice: number }
  /** The query without this filter. */
  without: ListingQuery
}

const NAME_MAX_LENGTH = 200
const PAGE_MAX = 100_000
/** Names contain none, and HTML forbids U+0000. */
const CONTROL_CHARACTERS = /\p{Cc}/gu
const CHOICES_MAX = 24
/** Limit for fabrics and shades. Rarer shades are found by their family of colours. */
const FEW_CHOICES_MAX = 8
const SIZE_ORDER = ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', '2xl', 'xxxl', '3xl', '4xl', '5xl']

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

/** Returns the most frequent values and every chosen one, even one without products; sizes from small to large. */
export function facetChoices(
  values: Facets['sizes'],
  chosen: string[] = [],
  max = CHOICES_MAX,
): FacetChoice[] {
  const choices = values.map(({ value, count }) => {
    const key = value.toLowerCase()
    return { value: key, label: value, count, isChosen: chosen.includes(key) }
  })
  const gone = chosen
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: value, count: 0, isChosen: true }))
  const shown = choices.filter(({ isChosen }, index) => isChosen || index < max)
  const isSizes = choices.some(({ value }) => SIZE_ORDER.includes(value))
  return [...(isSizes ? shown.toSorted((one, other) => sizeRank(one) - sizeRank(other)) : shown), ...gone]
}

interface FilterGroup {
  parameter: (typeof LISTS)[ListName]
  /** `shade` for colours below their families. */
  title: (typeof LISTS)[ListName] | 'shade'
  choices: FacetChoice[]
}

/**
 * Returns the groups of filters that have values. With facets of attributes, shades follow once a family of
 * colours is chosen, and the sizes of garments and of footwear are apart where the listing has both.
 */
export function filterGroups(facets: Facets, query: ListingQuery, hasAttributes: boolean): FilterGroup[] {
  const group = (name: ListName, title: FilterGroup['title'] = LISTS[name]): FilterGroup => ({
    parameter: LISTS[name],
    title,
    choices: facetChoices(
      facets[name],
      query[name],
      ['fabric', 'shade'].includes(title) ? FEW_CHOICES_MAX : CHOICES_MAX,
    ),
  })
  const isNotEmpty = ({ choices }: FilterGroup) => choices.length > 0
  // In most shops every product comes from one country: that choice narrows nothing.
  const isUseful = ({ title, choices }: FilterGroup) =>
    choices.length > (title === 'country' && !query.countries ? 1 : 0)
  if (!hasAttributes) return [group('sizes'), group('colors')].filter(isNotEmpty)
  const sizes = [group('clothingSizes'), group('shoeSizes')].filter(isNotEmpty)
  const families = group('colorFamilies')
  const showsShades = !isNotEmpty(families) || query.colorFamilies !== undefined || query.colors !== undefined
  return [
    families,
    ...(sizes.length === 1 ? sizes.map((only) => ({ ...only, title: 'size' as const })) : sizes),
    ...(sizes.length === 0 ? [group('sizes')] : []),
    group('fabrics'),
    group('occasions'),
    ...(showsShades ? [group('colors', isNotEmpty(families) ? 'shade' : 'color')] : []),
    group('countries'),
  ].filter(isUseful)
}

/** Returns the active filters, each with the query without it. */
export function filterChips(query: ListingQuery, facets: Facets | undefined): FilterChip[] {
  const { discount, availability, minPrice, maxPrice } = query
  const labelOf = (values: Facets['sizes'] = [], value: string) =>
    values.find((one) => one.value.toLowerCase() === value)?.value ?? value
  const lists = LIST_NAMES.flatMap((name) => {
    const chosen = query[name] ?? []
    return chosen.map((value) => ({
      filter: filterOf(name, labelOf(facets?.[name], value)),
      without: { ...query, [name]: chosen.filter((one) => one !== value) },
    }))
  })
  return [
    ...lists,
    ...(discount === undefined ? [] : [{ filter: { discount }, without: { ...query, discount: undefined } }]),
    ...(availability === undefined
      ? []
      : [{ filter: { availability }, without: { ...query, availability: undefined } }]),
    ...(minPrice === undefined ? [] : [{ filter: { minPrice }, without: { ...query, minPrice: undefined } }]),
    ...(maxPrice === undefined ? [] : [{ filter: { maxPrice }, without: { ...query, maxPrice: undefined } }]),
  ]
}

function filterOf(name: ListName, value: string): FilterChip['filter'] {
  return name === 'colorFamilies' ? { colorFamily: value } : { value }
}

function readName(value: string | null): string | undefined {
  const name = value?.replace(CONTROL_CHARACTERS, '').trim()
  return name && name.length <= NAME_MAX_LENGTH ? name : undefined
}

function readPage(value: string | null): number {
  const text = value?.trim() ?? ''
  return /^\d+$/.test(text) ? Math.min(Math.max(1, Number(text)), PAGE_MAX) : 1
}

function sizeRank({ value }: FacetChoice): number {
  const rank = SIZE_ORDER.indexOf(value)
  return rank === -1 ? SIZE_ORDER.length + (Number.parseFloat(value) || 1000) : rank
}
