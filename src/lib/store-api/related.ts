import { relatedTo } from '../domain/related.ts'
import type { Product } from '../domain/product.ts'
import type { StoreClient } from './client.ts'
import { fetchProduct, fetchProducts } from './products.ts'

/** Among so many of the newest the nearest in price are looked for. */
const LOOKED_AT = 24

/** Other products of a product's sub-category, of its category where it has none. Throws as the client does. */
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
