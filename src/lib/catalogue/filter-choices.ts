import type { Facets } from '@tanabana/contract/product.ts'
import {
  LIST_NAMES,
  LISTS,
  type ListingQuery,
  type ListName,
  type ListParameter,
} from '@tanabana/contract/listing-parameters.ts'

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

const CHOICES_MAX = 24
/** Limit for fabrics and shades. Rarer shades are found by their family of colours. */
const FEW_CHOICES_MAX = 8
const SIZE_ORDER = ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', '2xl', 'xxxl', '3xl', '4xl', '5xl']

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
  parameter: ListParameter
  /** `shade` for colours below their families. */
  title: ListParameter | 'shade'
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
  // Most shops have one country of origin, many listings one gender: a single one narrows nothing.
  const isUseful = ({ parameter, choices }: FilterGroup) => {
    const needsAnother =
      (parameter === 'country' && !query.countries) || (parameter === 'forGender' && !query.genders)
    return choices.length > (needsAnother ? 1 : 0)
  }
  if (!hasAttributes) return [group('sizes'), group('colors')].filter(isNotEmpty)
  const sizes = [group('clothingSizes'), group('shoeSizes')].filter(isNotEmpty)
  const families = group('colorFamilies')
  const showsShades = !isNotEmpty(families) || query.colorFamilies !== undefined || query.colors !== undefined
  return [
    group('genders'),
    ...(sizes.length === 1 ? sizes.map((only) => ({ ...only, title: 'size' as const })) : sizes),
    ...(sizes.length === 0 ? [group('sizes')] : []),
    families,
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
    values.find((one) => one.value.toLowerCase() === value)?.value ??
    (SIZE_ORDER.includes(value) ? value.toUpperCase() : value)
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

function sizeRank({ value }: FacetChoice): number {
  const rank = SIZE_ORDER.indexOf(value)
  return rank === -1 ? SIZE_ORDER.length + (Number.parseFloat(value) || 1000) : rank
}
