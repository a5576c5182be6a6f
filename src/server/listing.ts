import type { ListingQuery } from '../lib/domain/listing-query.ts'
import { fetchParentCategories, fetchProducts, type ProductPage } from '../lib/store-api/products.ts'
import type { StoreInfo } from '../lib/schemas/store-info.ts'
import type { StoreClient } from '../lib/store-api/client.ts'

export interface Listing extends ProductPage {
  /** The sub-categories to choose from; the chosen one is always among them. */
  parentCategories: string[]
}

/** The listing's products and sub-categories. Throws when the products fail; failed sub-categories are none. */
export async function fetchListing(
  client: StoreClient,
  query: ListingQuery,
  store: StoreInfo | undefined,
): Promise<Listing> {
  const [page, found] = await Promise.all([
    fetchProducts(client, query),
    fetchParentCategories(client, query.category, store?.capabilities ?? []).catch(() => []),
  ])
  return { ...page, parentCategories: withChosen(found, query.parentCategory) }
}

function withChosen(names: string[], chosen: string | undefined): string[] {
  return chosen === undefined || names.includes(chosen) ? names : [...names, chosen]
}
