import { filterParameters, hasFilters, listingUrl } from '../catalogue/listing-query.ts'
import { toProduct } from '../catalogue/product.ts'
import { isSoldOut } from '../catalogue/sizes.ts'
import type { Product } from '../catalogue/product.ts'
import { categoryParameters } from '@tanabana/contract/category-parameters.ts'
import {
  FALLBACK_CATEGORY,
  FEATURED_COUNT,
  PAGE_SIZE,
  SUB_CATEGORY_FETCH_LIMIT,
} from '@tanabana/contract/constants.ts'
import type { Filters, ListingQuery } from '@tanabana/contract/listing-parameters.ts'
import {
  receivedParentCategoriesSchema,
  receivedProductPageSchema,
  receivedSubCategoriesSchema,
  receivedSuggestionsSchema,
} from '@tanabana/contract/product.ts'
import type { Facets, ReceivedProductPage, SearchNotes, Suggestions } from '@tanabana/contract/product.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { Capability, Language } from '@tanabana/contract/store-info.ts'
import type { StoreClient } from './client.ts'
import { fetchProduct } from './product.ts'

/** Number of newest products among which to find the nearest prices. */
const RELATED_CANDIDATES = 24
/** The page shows 4 of them that are not in the cart. */
const RELATED_COUNT = 8

const suggestionsResponseSchema = wrappedOrBare(receivedSuggestionsSchema)

export interface ProductQuery extends Filters {
  category?: string
  parentCategory?: string
  featured?: string
  page?: number
  limit?: number
  /** Requests the filter choices. docs/requirements.md#118-facets */
  facets?: 'true'
}

/** A page of products. docs/requirements.md#312-page-of-products */
export interface ProductPage {
  products: Product[]
  totalItems: number
  pageSize: number
  currentPage: number
  totalPages: number
  facets?: Facets
  searchNotes?: SearchNotes
}

/** Calls whose products have texts in a language. docs/requirements.md#1128-translations */
const TRANSLATED_PATHS = /^\/(?:products|suggestions)(?:\/|$)/

/** Returns a client whose products have their texts in a language, for stores with the capability `translations`. */
export function inLanguage(client: StoreClient, language: Language): StoreClient {
  return {
    ...client,
    get: (path, schema, query = {}) =>
      client.get(path, schema, TRANSLATED_PATHS.test(path) ? { ...query, language } : query),
  }
}

/**
 * Returns one page of products. Throws as the client does; the listing then shows a message.
 * docs/requirements.md#1018-payment-options-and-failed-lists
 */
export async function fetchProducts(
  client: StoreClient,
  query: ProductQuery,
  capabilities: readonly Capability[] = [],
): Promise<ProductPage> {
  const { category, parentCategory, featured, page = 1, limit = PAGE_SIZE, facets } = query
  const response = await client.get('/products', receivedProductPageSchema, {
    page,
    limit,
    ...categoryParameters(category),
    parentCategory,
    featured,
    ...filterParameters(query),
    facets,
  })
  const totalItems = response.pagination?.total ?? response.count ?? response.data.length
  const pageSize = receivedPageSize(response) ?? limit
  return {
    products: response.data.map((received) =>
      toProduct(received, client.publicBase, capabilities.includes('variants')),
    ),
    totalItems,
    pageSize,
    currentPage: page,
    totalPages: Math.ceil(totalItems / pageSize),
    facets: response.facets ?? undefined,
    searchNotes: response.search ?? undefined,
  }
}

/**
 * Returns the home page's products: at most 4 of the first store category. Throws as the client does.
 * docs/requirements.md#74-featured-products
 */
export async function fetchFeatured(
  client: StoreClient,
  categories: string[],
  capabilities: readonly Capability[] = [],
): Promise<Product[]> {
  const category = featuredCategory(categories)
  const { products } = await fetchProducts(client, { category, limit: FEATURED_COUNT }, capabilities)
  return products.slice(0, FEATURED_COUNT)
}

/** Returns the category of the home page's products, in lower case. */
export function featuredCategory(categories: string[]): string {
  return (categories[0] ?? FALLBACK_CATEGORY).toLowerCase()
}

/**
 * Returns the distinct parent categories of a category's products. With the capability `sub-categories` the store
 * returns those of all products; otherwise they come from the first 100. docs/requirements.md#75-sub-categories
 */
export async function fetchParentCategories(
  client: StoreClient,
  category: string | undefined,
  capabilities: Capability[],
): Promise<string[]> {
  if (capabilities.includes('sub-categories')) {
    const query = categoryParameters(category)
    return (await client.get('/subCategories', receivedSubCategoriesSchema, query)).data
  }
  const { data } = await client.get('/products', receivedParentCategoriesSchema, {
    page: 1,
    limit: SUB_CATEGORY_FETCH_LIMIT,
    ...categoryParameters(category),
  })
  return [...new Set(data.map(({ parentCategory }) => parentCategory).filter((name) => name !== ''))]
}

/**
 * Returns other products that can be ordered, for the same gender: of the sub-category, then of the category, then of the
 * gender, then of the shop, until there are enough. Throws as the client does.
 */
export async function fetchRelated(
  client: StoreClient,
  id: string,
  capabilities: readonly Capability[] = [],
): Promise<Product[]> {
  const product = await fetchProduct(client, id)
  if (!product) return []
  const { parentCategory, gender } = product
  const category = product.category || undefined
  const wider: ProductQuery[] = [
    ...(parentCategory ? [{ category, parentCategory }] : []),
    ...(category ? [{ category }] : []),
    ...(gender === 'Men' || gender === 'Women' ? [{ category: gender }] : []),
    {},
  ]
  const related: Product[] = []
  for (const query of wider) {
    const { products } = await fetchProducts(client, { ...query, limit: RELATED_CANDIDATES }, capabilities)
    related.push(...relatedTo(product, products, related))
    if (related.length >= RELATED_COUNT) break
  }
  return related.slice(0, RELATED_COUNT)
}

/**
 * Returns a few products for a listing in which nothing is found: without its filters, then without its search, then
 * without its category. With a highest price, the cheapest come first. Throws as the client does.
 */
export async function fetchNearest(
  client: StoreClient,
  query: ListingQuery,
  capabilities: readonly Capability[],
): Promise<Product[]> {
  const { search, category, parentCategory } = query
  const sort = query.maxPrice !== undefined && capabilities.includes('sort') ? 'price-asc' : undefined
  const wider: Partial<ListingQuery>[] = [
    { search, category, parentCategory },
    { search, category },
    { category },
    {},
  ]
  const isNew = (one: Partial<ListingQuery>, index: number) =>
    (index > 0 || hasFilters(query)) &&
    wider.findIndex((other) => listingUrl(other) === listingUrl(one)) === index
  for (const one of wider.filter(isNew)) {
    const { products } = await fetchProducts(client, { ...one, sort, limit: FEATURED_COUNT }, capabilities)
    if (products.length > 0) return products.slice(0, FEATURED_COUNT)
  }
  return []
}

/**
 * Returns suggestions, for stores with the capability `suggestions`. Throws as the client does.
 * docs/requirements.md#116-suggestions
 */
export function fetchSuggestions(client: StoreClient, search: string): Promise<Suggestions> {
  return client.get('/suggestions', suggestionsResponseSchema, { search })
}

/** Returns the page size that the API reports, if any. */
function receivedPageSize({
  pagination,
  limit,
  pageSize,
}: Pick<ReceivedProductPage, 'pagination' | 'limit' | 'pageSize'>): number | undefined {
  return pagination?.limit ?? pagination?.pageSize ?? limit ?? pageSize ?? undefined
}

/** Returns further products for the same gender, the nearest in price first; equal distances keep the store's order. */
function relatedTo(product: Pick<Product, 'id' | 'price' | 'gender'>, others: Product[], known: Product[]) {
  const distance = ({ price }: Product) => Math.abs(price - product.price)
  const isForSame = ({ gender }: Product) =>
    gender === product.gender || [gender, product.gender].some((one) => one === undefined || one === 'Unisex')
  return others
    .filter((other) => other.id !== product.id && !known.some(({ id }) => id === other.id))
    .filter((other) => isForSame(other) && !isSoldOut(other))
    .toSorted((one, other) => distance(one) - distance(other))
}
