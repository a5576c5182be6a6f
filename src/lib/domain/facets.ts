import type { Facets } from '../schemas/product.ts'
import type { ListingQuery } from './listing-query.ts'

interface FacetChoice {
  /** The value in the URL. */
  value: string
  label: string
  count: number
  isChosen: boolean
}

export interface FilterChip {
  /** The size or colour in the shop's spelling, or the price in rupees. */
  filter: { value: string } | { minPrice: number } | { maxPrice: number }
  /** The query without this filter. */
  without: ListingQuery
}

const CHOICES_MAX = 24
const SIZE_ORDER = ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', '2xl', 'xxxl', '3xl', '4xl', '5xl']

/** Returns the most frequent values and every chosen one, even one without products; sizes from small to large. */
export function facetChoices(values: Facets['sizes'], chosen: string[] = []): FacetChoice[] {
  const choices = values.map(({ value, count }) => {
    const key = value.toLowerCase()
    return { value: key, label: value, count, isChosen: chosen.includes(key) }
  })
  const gone = chosen
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: value, count: 0, isChosen: true }))
  const shown = choices.filter(({ isChosen }, index) => isChosen || index < CHOICES_MAX)
  const isSizes = choices.some(({ value }) => SIZE_ORDER.includes(value))
  return [...(isSizes ? shown.toSorted((one, other) => sizeRank(one) - sizeRank(other)) : shown), ...gone]
}

/** Returns the active filters, each with the query without it. */
export function filterChips(query: ListingQuery, facets: Facets | undefined): FilterChip[] {
  const { sizes = [], colors = [], minPrice, maxPrice } = query
  const labelOf = (values: Facets['sizes'] = [], value: string) =>
    values.find((one) => one.value.toLowerCase() === value)?.value ?? value
  const others = (values: string[], value: string) => values.filter((one) => one !== value)
  return [
    ...sizes.map((size) => ({
      filter: { value: labelOf(facets?.sizes, size) },
      without: { ...query, sizes: others(sizes, size) },
    })),
    ...colors.map((color) => ({
      filter: { value: labelOf(facets?.colors, color) },
      without: { ...query, colors: others(colors, color) },
    })),
    ...(minPrice === undefined ? [] : [{ filter: { minPrice }, without: { ...query, minPrice: undefined } }]),
    ...(maxPrice === undefined ? [] : [{ filter: { maxPrice }, without: { ...query, maxPrice: undefined } }]),
  ]
}

function sizeRank({ value }: FacetChoice): number {
  const rank = SIZE_ORDER.indexOf(value)
  return rank === -1 ? SIZE_ORDER.length + (Number.parseFloat(value) || 1000) : rank
}
