import type { Product } from '../../lib/catalogue/product.ts'
import { NoResponseError } from '../../lib/api-client/errors.ts'
import { fetchProducts } from '../../lib/api-client/products.ts'
import type { StoreClient } from '../../lib/api-client/client.ts'

/** Largest page of a call. docs/requirements.md#92-pages-of-products */
export const WALK_LIMIT = 100

interface Walk {
  /** Counted from 1. */
  firstPage: number
  pages: number
  /** Time limit of the whole walk. */
  timeMs: number
}

/**
 * A shop's products, page by page of the plain list call, each product once: what a shop adds meanwhile moves others
 * onto the next page. Throws as the client does, and when time is up.
 */
export async function* walkProducts(
  client: StoreClient,
  { firstPage, pages, timeMs }: Walk,
): AsyncGenerator<Product[]> {
  const seen = new Set<string>()
  const deadline = performance.now() + timeMs
  for (let page = firstPage; page < firstPage + pages; page += 1) {
    if (performance.now() > deadline) throw new NoResponseError('The catalogue takes too long to read.')
    const { products, totalItems } = await fetchProducts(client, { page, limit: WALK_LIMIT })
    const fresh = products.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    if (fresh.length > 0) yield fresh
    if (page * WALK_LIMIT >= totalItems) return
  }
}
