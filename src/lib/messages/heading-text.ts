import { fill } from './fill.ts'
import { t } from './translate.ts'
import type { ListingQuery } from '../domain/listing-query.ts'

/** Returns the heading of a listing; a search shows its words. Ignores the case of men and women. */
export function listingHeading({
  category,
  parentCategory,
  search,
}: Pick<ListingQuery, 'category' | 'parentCategory' | 'search'>): string {
  if (search) return fill(t('Results for “{search}”'), { search })
  if (parentCategory) return parentCategory
  if (!category) return t('All Products')
  switch (category.toLowerCase()) {
    case 'men':
      return t("Men's Ethnic Wear")
    case 'women':
      return t("Women's Ethnic Wear")
    default:
      return capitalize(category)
  }
}

function capitalize(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
