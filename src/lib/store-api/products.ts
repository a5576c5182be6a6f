import {
  ACCESSORIES_FILTER,
  FALLBACK_CATEGORY,
  FEATURED_COUNT,
  PAGE_SIZE,
  SUB_CATEGORY_FETCH_LIMIT,
} from '../constants.ts'
import type { Filters } from '../domain/filters.ts'
import { toProduct, type Product } from '../domain/product.ts'
import { StatusError } from '../errors.ts'
import {
  type Facets,
  type ReceivedProductPage,
  receivedParentCategoriesSchema,
  receivedProductPageSchema,
  receivedProductSchema,
  receivedSubCategoriesSchema,
} from '../schemas/product.ts'
import { wrappedOrBare } from '../schemas/received.ts'
import type { Capability } from '../schemas/store-info.ts'
import type { Query, StoreClient } from './client.ts'

const productAnswerSchema = wrappedOrBare(receivedProductSchema)

export interface ProductQuery extends Filters {
  category?: string
  parentCategory?: string
  featured?: string
  page?: number
  limit?: number
  /** Asks what the products can be chosen by. docs/requirements.md#118-facets */
  facets?: 'true'
}

/** docs/requirements.md#312-page-of-products */
export interface ProductPage {
  products: Product[]
  totalItems: number
  pageSize: number
  currentPage: number
  totalPages: number
  facets?: Facets
}

/** One page of products. Throws as the client does: the listing shows a sentence, not an empty list (docs/requirements.md#1018-payment-options-and-failed-lists). */
export async function fetchProducts(client: StoreClient, query: ProductQuery): Promise<ProductPage> {
  const { category, parentCategory, featured, page = 1, limit = PAGE_SIZE, facets } = query
  const { search, sort, sizes, colors, minPrice, maxPrice } = query
  const answer = await client.get('/products', receivedProductPageSchema, {
    page,
    limit,
    ...categoryParameters(category),
    parentCategory,
    featured,
    ...{ search, sort, size: sizes, color: colors, minPrice, maxPrice, facets },
  })
  const totalItems = answer.pagination?.total ?? answer.count ?? answer.data.length
  const pageSize = receivedPageSize(answer) ?? limit
  return {
    products: answer.data.map((received) => toProduct(received, client.publicBase)),
    totalItems,
    pageSize,
    currentPage: page,
    totalPages: Math.ceil(totalItems / pageSize),
    facets: answer.facets ?? undefined,
  }
}

/** How many products the API says that a page holds, where it says so. */
function receivedPageSize({
  pagination,
  limit,
  pageSize,
}: Pick<ReceivedProductPage, 'pagination' | 'limit' | 'pageSize'>): number | undefined {
  return pagination?.limit ?? pagination?.pageSize ?? limit ?? pageSize ?? undefined
}

/** Men and women ask by gender, accessories by a filter, anything else by category. Case does not matter. docs/requirements.md#105-categories-with-their-own-parameter */
export function categoryParameters(category: string | undefined): Query {
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

/** The product, or `undefined` when there is none. An empty id makes no call (docs/requirements.md#72-calls). Throws when the API fails. */
export async function fetchProduct(client: StoreClient, id: string): Promise<Product | undefined> {
  if (!id) return undefined
  try {
    const received = await client.get(`/products/${encodeURIComponent(id)}`, productAnswerSchema)
    return toProduct(received, client.publicBase)
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return undefined
    throw error
  }
}

/** The home page's products: the first store category, at most 4. docs/requirements.md#74-featured-products. Throws as the client does. */
export async function fetchFeatured(client: StoreClient, categories: string[]): Promise<Product[]> {
  const category = (categories[0] ?? FALLBACK_CATEGORY).toLowerCase()
  const { products } = await fetchProducts(client, { category, limit: FEATURED_COUNT })
  return products.slice(0, FEATURED_COUNT)
}

/**
 * The distinct parent categories of a category's products, for the sub-category choice. docs/requirements.md#75-sub-categories. A store
 * with the capability `sub-categories` tells their names alone, of all products instead of the first 100.
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
