import { relatedTo } from '../domain/related.ts'
import type { Product } from '../domain/product.ts'
import type { StoreClient } from './client.ts'
import { fetchProduct, fetchProducts } from './products.ts'

/** Number of newest products among which to look for the nearest prices. */
const LOOKED_AT = 24

/** Returns other products of the same sub-category, or category without one. Throws as the client does. */
export async function fetchRelated(client: StoreClient, id: string): Promise<Product[]> {
  const product = await fetchProduct(client, id)
  if (!product) return []
  const { category, parentCategory } = product
  if (!category && !parentCategory) return []
  const { products } = await fetchProducts(client, {
    category: category || undefined,
    parentCategory: parentCategory || undefined,
    limit: LOOKED_AT,
  })
  return relatedTo(product, products)
}
