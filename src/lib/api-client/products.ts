import { filterParameters } from '../catalogue/listing-query.ts'
import { toProduct } from '../catalogue/product.ts'
import type { Product } from '../catalogue/product.ts'
import {
  ACCESSORIES_FILTER,
  FALLBACK_CATEGORY,
  FEATURED_COUNT,
  PAGE_SIZE,
  SUB_CATEGORY_FETCH_LIMIT,
} from '@tanabana/contract/constants.ts'
import type { Filters } from '@tanabana/contract/listing-parameters.ts'
import {
  receivedParentCategoriesSchema,
  receivedProductPageSchema,
  receivedSubCategoriesSchema,
  receivedSuggestionsSchema,
} from '@tanabana/contract/product.ts'
import type { Facets, ReceivedProductPage, Suggestions } from '@tanabana/contract/product.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { Capability, Language } from '@tanabana/contract/store-info.ts'
import type { StoreClient } from './client.ts'
import { fetchProduct } from './product.ts'

/** Number of newest products among which to find the nearest prices. */
const RELATED_CANDIDATES = 24

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
  }
}

/**
 * Returns the parameters of a category: gender for men and women, a filter for accessories, `category` for any other.
 * Ignores case. docs/requirements.md#105-categories-with-their-own-parameter
 */
export function categoryParameters(category: string | undefined): {
  gender?: string
  filter?: string
  category?: string | undefined
} {
  switch (category?.trim().toLowerCase()) {
    case 'men':
      return { gender: 'Men' }
    case 'women':
      return { gender: 'Women' }
    case 'accessories':
      return { filter: ACCESSORIES_FILTER }
    default:
      return { category: category?.trim() }
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

/** Returns other products of the same sub-category, or category without one. Throws as the client does. */
export async function fetchRelated(
  client: StoreClient,
  id: string,
  capabilities: readonly Capability[] = [],
): Promise<Product[]> {
  const product = await fetchProduct(client, id)
  if (!product) return []
  const { category, parentCategory } = product
  if (!category && !parentCategory) return []
  const query = {
    category: category || undefined,
    parentCategory: parentCategory || undefined,
    limit: RELATED_CANDIDATES,
  }
  const { products } = await fetchProducts(client, query, capabilities)
  return relatedTo(product, products)
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

/** Returns other products, the nearest in price first; equal distances keep the store's order. */
function relatedTo(product: Pick<Product, 'id' | 'price'>, others: Product[]): Product[] {
  const distance = ({ price }: Product) => Math.abs(price - product.price)
  return others
    .filter(({ id }) => id !== product.id)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, FEATURED_COUNT)
}
