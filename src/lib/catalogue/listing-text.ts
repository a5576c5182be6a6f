import { fill, t } from '../i18n/translate.ts'
import { categoryLabel, categoryUrl, menuCategories } from './categories.ts'
import { listingUrl } from './listing-query.ts'
import { listingMessages } from './messages.ts'
import type { FilterChip } from './filter-choices.ts'
import type { ListingQuery } from '@tanabana/contract/listing-parameters.ts'
import { capitalize } from '@tanabana/contract/text.ts'
import { formatPrice } from './money.ts'

/** Returns the heading of a listing; a search shows its words. Ignores the case of men and women. */
export function listingHeading({
  category,
  parentCategory,
  search,
}: Pick<ListingQuery, 'category' | 'parentCategory' | 'search'>): string {
  if (search) return fill(t('Results for “{search}”'), { search })
  if (parentCategory) return t(parentCategory)
  if (!category) return t('All Products')
  switch (category.toLowerCase()) {
    case 'men':
      return t("Men's Ethnic Wear")
    case 'women':
      return t("Women's Ethnic Wear")
    default:
      return t(capitalize(category))
  }
}

/** The families of the reference API. Other families are shown as an API names them. */
const familyNames = [
  ...['Red', 'Pink', 'Orange', 'Yellow', 'Green', 'Blue', 'Purple', 'Brown'],
  ...['Beige', 'White', 'Grey', 'Black', 'Gold', 'Silver', 'Multicolour'],
]

/** Returns the label of a choice of the filters. */
export function choiceLabel(parameter: string, label: string): string {
  return parameter !== 'colorFamily' || familyNames.includes(label) ? t(label) : label
}

/** Returns the label of an active filter. */
export function filterText({ filter }: Pick<FilterChip, 'filter'>): string {
  if ('value' in filter) return t(filter.value)
  if ('colorFamily' in filter) return t(filter.colorFamily)
  if ('discount' in filter) return discountText(filter.discount)
  if ('availability' in filter) return t(listingMessages.inStock)
  return 'minPrice' in filter
    ? fill(t('From {price}'), { price: formatPrice(filter.minPrice) })
    : fill(t('Up to {price}'), { price: formatPrice(filter.maxPrice) })
}

/** Returns the label of a choice of discounts. */
export function discountText(percent: number): string {
  return fill(t(listingMessages.discount), { percent })
}

/** Returns the number of products of a listing. */
export function countText(count: number): string {
  return fill(t(count === 1 ? listingMessages.count.one : listingMessages.count.many), { count })
}

/** Returns the breadcrumbs from the home page to a sub-category, as far as the page's query goes. */
export function categorySteps({
  category,
  parentCategory,
}: Partial<Pick<ListingQuery, 'category' | 'parentCategory'>>): { name: string; path: string }[] {
  const lowered = category?.toLowerCase() || undefined
  return [
    { name: t('Home'), path: '/' },
    { name: t('All Products'), path: '/products' },
    ...(category && lowered ? [{ name: t(categoryLabel(category)), path: categoryUrl(category) }] : []),
    ...(parentCategory
      ? [{ name: t(parentCategory), path: listingUrl({ category: lowered, parentCategory }) }]
      : []),
  ]
}

interface CategoryLink {
  label: string
  url: string
}

/** Returns the links of the header: the categories and All Products. */
export function categoryLinks(categories: string[]): CategoryLink[] {
  return [
    ...categories.map((name) => ({ label: categoryLabel(t(name)), url: categoryUrl(name) })),
    { label: t('All Products'), url: '/products' },
  ]
}

/** Returns the links of the menu: every category with its sub-categories, and All Products. */
export function menuLinks(
  store: Parameters<typeof menuCategories>[0],
): (CategoryLink & { subCategories: CategoryLink[] })[] {
  const categories = menuCategories(store)
  return categoryLinks(categories.map(({ name }) => name)).map((link, index) => {
    const { name = '', subCategories = [] } = categories[index] ?? {}
    const category = name.toLowerCase()
    return {
      ...link,
      subCategories: subCategories.map((parentCategory) => ({
        label: t(parentCategory),
        url: listingUrl({ category, parentCategory }),
      })),
    }
  })
}
