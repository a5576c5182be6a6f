import {
  DEFAULT_HEADER_CATEGORIES,
  DEFAULT_HOME_CATEGORIES,
  FALLBACK_CATEGORY,
  HEADER_CATEGORIES,
  HOME_TILES,
} from '@tanabana/contract/constants.ts'
import { readSubCategories, type StoreInfo } from '@tanabana/contract/store-info.ts'
import { capitalize } from '@tanabana/contract/text.ts'
import { listingUrl } from './listing-query.ts'
import { toImageUrl } from './image-url.ts'

/** Categories of store info; `undefined` when it could not be loaded. */
export type Categories = Pick<StoreInfo, 'categories'> | undefined

/** Returns the header's categories: the first 3 of the store, else men, women and accessories. */
export function headerCategories(store: Categories): string[] {
  return allCategories(store).slice(0, HEADER_CATEGORIES)
}

/** Returns every store category, else the header's defaults, for the menu and the listing. */
export function allCategories(store: Categories): string[] {
  return namesOr(store, DEFAULT_HEADER_CATEGORIES)
}

/** Number of sub-categories of a category in the menu. */
const MENU_SUB_CATEGORIES = 8

interface MenuCategory {
  name: string
  /** Of the header's categories, where the store lists them. */
  subCategories: string[]
}

/** Returns every category with its sub-categories, for the menu. docs/requirements.md#114-sub-categories */
export function menuCategories(
  store: Pick<StoreInfo, 'categories' | 'capabilities' | 'subCategories'> | undefined,
): MenuCategory[] {
  const listed = store?.capabilities.includes('sub-categories')
    ? readSubCategories(store.subCategories)
    : new Map<string, string[]>()
  return allCategories(store).map((name, index) => ({
    name,
    subCategories: index < HEADER_CATEGORIES ? (listed.get(name)?.slice(0, MENU_SUB_CATEGORIES) ?? []) : [],
  }))
}

/** Returns the home page's categories: at most 3 of the store, else T-Shirts and Tops. */
export function homeCategories(store: Categories): string[] {
  return namesOr(store, DEFAULT_HOME_CATEGORIES).slice(0, HOME_TILES)
}

/** Returns `defaults` for an empty list, and only Accessories when store info could not be loaded. */
function namesOr(store: Categories, defaults: string[]): string[] {
  if (!store) return [FALLBACK_CATEGORY]
  return store.categories.length > 0 ? store.categories : defaults
}

/** Returns the category in the shop's spelling; addresses have it in lower case. */
export function categoryName(store: Categories, name: string | undefined): string | undefined {
  return allCategories(store).find((one) => one.toLowerCase() === name?.toLowerCase()) ?? name
}

/** Returns the listing URL of a category, lower-cased and URL-encoded. docs/requirements.md#94-categories */
export function categoryUrl(name: string): string {
  return listingUrl({ category: name.toLowerCase() })
}

/** Returns the label of a category. Default names are lower case in the specification and capitalized on screen. */
export function categoryLabel(name: string): string {
  return capitalize(name)
}

/**
 * Returns a category's picture from `categoryImages`, ignoring case, else the map's `default`; empty without either.
 * Resolves relative addresses against `imageBase`. docs/requirements.md#26-home
 */
export function categoryImage(
  store: Pick<StoreInfo, 'categoryImages'> | undefined,
  name: string,
  imageBase: string,
): string {
  const images = Object.entries(store?.categoryImages ?? {})
  const imageOf = (wanted: string) =>
    toImageUrl(images.find(([key]) => key.toLowerCase() === wanted.toLowerCase())?.[1] ?? '', imageBase)
  return imageOf(name) || imageOf('default')
}
