import { categoryLabel, categoryUrl } from '../domain/categories.ts'
import { listingUrl, type ListingQuery } from '../domain/listing-query.ts'
import { t } from './translate.ts'

/** Returns the breadcrumbs from the home page to a sub-category, as far as the page's query goes. */
export function categorySteps({
  category,
  parentCategory,
}: Partial<Pick<ListingQuery, 'category' | 'parentCategory'>>): { name: string; path: string }[] {
  const lowered = category?.toLowerCase() || undefined
  return [
    { name: t('Home'), path: '/' },
    { name: t('All Products'), path: '/products' },
    ...(category && lowered ? [{ name: categoryLabel(category), path: categoryUrl(category) }] : []),
    ...(parentCategory
      ? [{ name: parentCategory, path: listingUrl({ category: lowered, parentCategory }) }]
      : []),
  ]
}
