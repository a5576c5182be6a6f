import type { FilterChip } from '../domain/facets.ts'
import { formatPrice } from '../domain/money.ts'
import { fill } from './fill.ts'
import { t } from './translate.ts'

/** Returns the label of an active filter. */
export function filterText({ filter }: Pick<FilterChip, 'filter'>): string {
  if ('value' in filter) return filter.value
  return 'minPrice' in filter
    ? fill(t('From {price}'), { price: formatPrice(filter.minPrice) })
    : fill(t('Up to {price}'), { price: formatPrice(filter.maxPrice) })
}
