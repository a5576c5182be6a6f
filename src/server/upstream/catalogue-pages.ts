import type { AstroGlobal } from 'astro'

import type { StoreClient } from '../../lib/api-client/client.ts'
import { fetchParentCategories, fetchProducts } from '../../lib/api-client/products.ts'
import type { ProductPage } from '../../lib/api-client/products.ts'
import { allCategories } from '../../lib/catalogue/categories.ts'
import type { Categories } from '../../lib/catalogue/categories.ts'
import { filterPairs, parseFilters } from '../../lib/catalogue/filters.ts'
import type { ListingQuery } from '../../lib/catalogue/listing-query.ts'
import type { Product } from '../../lib/catalogue/product.ts'
import type { StoreInfo } from '../../lib/contract/store-info.ts'
import { pagePolicy, productTags } from '../cache/cache-policy.ts'
import { setUnavailable } from '../http/responses.ts'
import type { Loaded } from './load.ts'

export interface Listing extends ProductPage {
  /** The sub-categories to choose from; the chosen one is always among them. */
  parentCategories: string[]
}

/**
 * Returns the listing's products and sub-categories. Throws when the products fail; failed sub-categories are none.
 */
export async function fetchListing(
  client: StoreClient,
  query: ListingQuery,
  store: StoreInfo | undefined,
): Promise<Listing> {
  const capabilities = store?.capabilities ?? []
  const [page, found] = await Promise.all([
    fetchProducts(client, { ...query, facets: capabilities.includes('facets') ? 'true' : undefined }),
    fetchParentCategories(client, query.category, capabilities).catch(() => []),
  ])
  return { ...page, parentCategories: withChosen(found, query.parentCategory) }
}

/**
 * Sets status and cache policy of a page or section with a listing. An empty listing of an invented query, or one
 * that the store does not support, is not stored.
 */
export function setListingResponse(
  { locals, response, url }: Pick<AstroGlobal, 'locals' | 'response' | 'url'>,
  query: ListingQuery,
  loaded: Loaded<Listing>,
): void {
  if (loaded.status === 'failed') return setUnavailable(response)
  if (loaded.status === 'pending') {
    locals.isIncomplete = true
    return
  }
  const { products } = loaded.value
  const requested = filterPairs(parseFilters(url.searchParams)).length
  const isSupported = filterPairs(query).length === requested
  const isEmpty = products.length === 0 && !isOwn(query, locals.store)
  if (isSupported && !isEmpty)
    locals.cachePolicy = pagePolicy(locals.shop, ...productTags(locals.shop, products))
}

/** Sets status and cache policy of a page or section with one product: 404 without it, 503 when the call failed. */
export function setProductResponse(
  { locals, response }: Pick<AstroGlobal, 'locals' | 'response'>,
  loaded: Loaded<Product | undefined>,
): void {
  if (loaded.status === 'failed') setUnavailable(response)
  else if (loaded.status === 'pending') locals.isIncomplete = true
  else if (loaded.value)
    locals.cachePolicy = pagePolicy(locals.shop, ...productTags(locals.shop, [loaded.value]))
  else response.status = 404
}

/** True for a listing that the shop itself links to, such as a category of its store info. */
function isOwn(query: ListingQuery, store: Categories): boolean {
  const { category, parentCategory, page } = query
  const names = allCategories(store).map((name) => name.toLowerCase())
  const isNamed = category === undefined || names.includes(category.toLowerCase())
  return isNamed && parentCategory === undefined && page === 1 && filterPairs(query).length === 0
}

function withChosen(names: string[], chosen: string | undefined): string[] {
  return chosen === undefined || names.includes(chosen) ? names : [...names, chosen]
}
