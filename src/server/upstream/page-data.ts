import type { AstroGlobal } from 'astro'

import type { StoreClient } from '../../lib/api-client/client.ts'
import { StatusError } from '../../lib/api-client/errors.ts'
import { fetchNearest, fetchParentCategories, fetchProducts } from '../../lib/api-client/products.ts'
import type { ProductPage } from '../../lib/api-client/products.ts'
import { fetchStoreInfo } from '../../lib/api-client/store-info.ts'
import { allCategories } from '../../lib/catalogue/categories.ts'
import type { Categories } from '../../lib/catalogue/categories.ts'
import { filterPairs, hasFilters, supportedQuery } from '../../lib/catalogue/listing-query.ts'
import type { Product } from '../../lib/catalogue/product.ts'
import { listingTag, productTags } from '@tanabana/contract/cache-tags.ts'
import { categoryParameters } from '@tanabana/contract/category-parameters.ts'
import type { ListingQuery } from '@tanabana/contract/listing-parameters.ts'
import type { StoreInfo } from '@tanabana/contract/store-info.ts'
import { withTimeout } from '@tanabana/node/promises.ts'
import { pagePolicy, type CachePolicy } from '../cache/cache-policy.ts'
import { setUnavailable } from '../http/responses.ts'
import { createRareLog } from '../observability/log.ts'

/** Outcome of a call. */
export type LoadResult<T> = { status: 'ready'; value: T } | { status: 'failed' }

/** Outcome of a call that a page awaits until its deadline. */
export type Loaded<T> = LoadResult<T> | { status: 'pending' }

/** State of the shop behind a host. */
export type StoreState =
  | { status: 'ready'; store: StoreInfo }
  /** The API serves no shop on this host. */
  | { status: 'unknown' }
  /** The API failed and no stale response is cached. */
  | { status: 'failed'; reason: Error }

/** Total wait of a page for the store API before it is sent with skeletons. docs/requirements.md#15-rendering */
const PAGE_BUDGET_MS = 300
/** Home, listing and product: the pages that show skeletons. */
const EARLY_PAGE = /^\/(products?(\/.*)?)?$/

const logRarely = createRareLog()

/**
 * Time of `performance.now` at which the page of an address is sent: `Infinity` for pages that need the store info,
 * and for `wait` in the address (a browser without scripts, which cannot fetch the section later).
 */
export function pageDeadline({ pathname, searchParams }: URL): number {
  if (!EARLY_PAGE.test(pathname) || searchParams.has('wait')) return Infinity
  return performance.now() + PAGE_BUDGET_MS
}

/** Returns the page's address with `wait`, for browsers without scripts when a section is pending. */
export function waitingAddress(address: URL): string {
  const parameters = new URLSearchParams(address.search)
  parameters.set('wait', '1')
  return `${address.pathname}?${parameters}`
}

/** True for the address of a section, which a script fetches after its page. */
export function isSection({ pathname }: URL): boolean {
  return pathname.startsWith('/fragments/')
}

/** Awaits a call until the page's deadline; logs a failure. */
export async function loadBy<T>(deadline: number, call: Promise<T>): Promise<Loaded<T>> {
  if (deadline === Infinity) return load(call)
  const milliseconds = Math.max(1, deadline - performance.now())
  return withTimeout(load(call), milliseconds, () => ({ status: 'pending' }))
}

/** Awaits a call; logs a failure. */
export async function load<T>(call: Promise<T>): Promise<LoadResult<T>> {
  try {
    return { status: 'ready', value: await call }
  } catch (error) {
    logRarely(String(error), 'warn', 'section data failed', { error: String(error) })
    return { status: 'failed' }
  }
}

/** Loads a shop's store info. docs/requirements.md#14-tenancy docs/requirements.md#1019-age-of-store-info */
export async function findStore(client: StoreClient): Promise<StoreState> {
  try {
    return { status: 'ready', store: await fetchStoreInfo(client) }
  } catch (error) {
    if (error instanceof StatusError && error.status === 421) return { status: 'unknown' }
    return { status: 'failed', reason: error instanceof Error ? error : new Error(String(error)) }
  }
}

export interface Listing extends ProductPage {
  /** The sub-categories to choose from; the chosen one is always among them. */
  parentCategories: string[]
  /** Where category, search or filters find nothing: a few products that come near. */
  nearest: Product[]
}

/**
 * Returns the listing's products and sub-categories. Throws when the products fail to load; without a response, the
 * list of sub-categories is empty.
 */
export async function fetchListing(
  client: StoreClient,
  query: ListingQuery,
  store: StoreInfo | undefined,
): Promise<Listing> {
  const capabilities = store?.capabilities ?? []
  const [page, found] = await Promise.all([
    fetchProducts(
      client,
      { ...query, facets: capabilities.includes('facets') ? 'true' : undefined },
      capabilities,
    ),
    fetchParentCategories(client, query.category, capabilities).catch(() => []),
  ])
  const canNarrow = capabilities.includes('search') || capabilities.includes('facets')
  const hasCriteria = query.search !== undefined || query.category !== undefined || hasFilters(query)
  const isDeadEnd = canNarrow && page.totalItems === 0 && hasCriteria
  return {
    ...page,
    parentCategories: withChosen(found, query.parentCategory),
    nearest: isDeadEnd ? await fetchNearest(client, query, capabilities).catch(() => []) : [],
  }
}

/**
 * Sets status and cache policy of a page or section with a listing. Does not store a listing with filters that the
 * store does not support, nor an empty one that the shop itself does not link to.
 */
export function setListingResponse(
  { locals, response }: Pick<AstroGlobal, 'locals' | 'response'>,
  loaded: Loaded<Listing>,
): void {
  if (loaded.status === 'failed') return setUnavailable(response)
  if (loaded.status === 'pending') {
    locals.isIncomplete = true
    return
  }
  const { products } = loaded.value
  const { query, requested } = locals.listing
  const supported = supportedQuery(requested, locals.store?.capabilities ?? [])
  const isSupported = filterPairs(supported).length === filterPairs(requested).length
  const isEmpty = products.length === 0 && !isLinkedByShop(query, locals.store)
  if (isSupported && !isEmpty) locals.cachePolicy = listingPolicy(locals.shop, query.category, products)
}

/** Returns the policy of a page that lists products of a category: a product that comes back may join the list. */
export function listingPolicy(
  shop: { host: string },
  category: string | undefined,
  products: { id: string }[],
): CachePolicy {
  // Men, women and accessories list several categories.
  const listed = categoryParameters(category).category
  return pagePolicy(shop, listingTag(shop, listed), ...productTags(shop, products))
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
function isLinkedByShop(query: ListingQuery, store: Categories): boolean {
  const { category, parentCategory, page } = query
  const names = allCategories(store).map((name) => name.toLowerCase())
  const isNamed = category === undefined || names.includes(category.toLowerCase())
  return isNamed && parentCategory === undefined && page === 1 && filterPairs(query).length === 0
}

function withChosen(names: string[], chosen: string | undefined): string[] {
  return chosen === undefined || names.includes(chosen) ? names : [...names, chosen]
}
