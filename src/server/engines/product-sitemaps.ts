import type { Product } from '../../lib/catalogue/product.ts'
import type { StoreClient } from '../../lib/api-client/client.ts'
import { fetchProducts } from '../../lib/api-client/products.ts'
import { walkProducts, WALK_LIMIT } from './catalogue-walk.ts'

/** 1,000 products: about 400 KB of XML, far below the 50 MB and 50,000 addresses of sitemaps.org. */
const CALLS_EACH = 10
const PARTS_MAX = 500
const TIME_MS = 10_000

/** How many sitemaps the products of a shop take. Throws as the client does. */
export async function countProductSitemaps(client: StoreClient): Promise<number> {
  const { totalItems } = await fetchProducts(client, { limit: 1 })
  return Math.min(PARTS_MAX, Math.ceil(totalItems / (CALLS_EACH * WALK_LIMIT)))
}

/** The products of one sitemap, counted from 1; none for a number beyond the last. Throws as the client does. */
export async function productsOfSitemap(client: StoreClient, part: string | undefined): Promise<Product[]> {
  if (!/^[1-9]\d{0,2}$/.test(part ?? '') || Number(part) > PARTS_MAX) return []
  const walk = { firstPage: (Number(part) - 1) * CALLS_EACH + 1, pages: CALLS_EACH, timeMs: TIME_MS }
  return (await Array.fromAsync(walkProducts(client, walk))).flat()
}
