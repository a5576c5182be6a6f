import {
  DEFAULT_HEADER_CATEGORIES,
  DEFAULT_HOME_CATEGORIES,
  FALLBACK_CATEGORY,
  HEADER_CATEGORIES,
  HOME_TILES,
} from '../constants.ts'
import type { StoreInfo } from '../schemas/store-info.ts'
import { listingUrl } from './listing-query.ts'
import { toImageUrl } from './product.ts'

/** What the store info says of them; `undefined` when it could not be loaded. */
export type Categories = Pick<StoreInfo, 'categories'> | undefined

/** The header's links: the first 3 store categories, else men, women and accessories. */
export function headerCategories(store: Categories): string[] {
  return allCategories(store).slice(0, HEADER_CATEGORIES)
}

/** Every store category, else the header's defaults: the menu and the listing lead to all of them. */
export function allCategories(store: Categories): string[] {
  return namesOr(store, DEFAULT_HEADER_CATEGORIES)
}

/** The home page's tiles: at most 3 store categories, else T-Shirts and Tops. */
export function homeCategories(store: Categories): string[] {
  return namesOr(store, DEFAULT_HOME_CATEGORIES).slice(0, HOME_TILES)
}

/** The defaults stand in for an empty list; store info that failed leaves the one category Accessories. */
function namesOr(store: Categories, defaults: string[]): string[] {
  if (!store) return [FALLBACK_CATEGORY]
  return store.categories.length > 0 ? store.categories : defaults
}

/** The listing of a category, lower-cased and URL-encoded. docs/requirements.md#94-categories */
export function categoryUrl(name: string): string {
  return listingUrl({ category: name.toLowerCase() })
}

/** How a category is called in a list: default names are lower case in the spec and capitalised on screen. */
export function categoryLabel(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/**
 * The picture of a category out of `categoryImages`, whatever the case of its name, else the map's `default`; empty
 * without either. Relative addresses are read against `imageBase`. docs/requirements.md#26-home
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
