import type { StoreClient } from '../../lib/api-client/client.ts'
import { NoResponseError } from '../../lib/api-client/errors.ts'
import { fetchProducts } from '../../lib/api-client/products.ts'
import type { Product } from '../../lib/catalogue/product.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'

/** Largest page of a call. docs/requirements.md#92-pages-of-products */
const PRODUCTS_PER_CALL = 100
/** 1,000 products: about 400 KB of XML, far below the 50 MB and 50,000 addresses of sitemaps.org. */
const CALLS_PER_SITEMAP = 10
const PARTS_MAX = 500
const TIME_MS = 10_000

interface PageRange {
  /** Counted from 1. */
  firstPage: number
  pages: number
  /** Time limit for all pages. */
  timeMs: number
}

/** Returns the number of sitemaps for the products of a shop. Throws as the client does. */
export async function countProductSitemaps(client: StoreClient): Promise<number> {
  const { totalItems } = await fetchProducts(client, { limit: 1 })
  return Math.min(PARTS_MAX, Math.ceil(totalItems / (CALLS_PER_SITEMAP * PRODUCTS_PER_CALL)))
}

/** Returns the products of one sitemap, counted from 1; none beyond the last. Throws as the client does. */
export async function productsOfSitemap(client: StoreClient, part: string | undefined): Promise<Product[]> {
  if (!/^[1-9]\d{0,2}$/.test(part ?? '') || Number(part) > PARTS_MAX) return []
  const range = {
    firstPage: (Number(part) - 1) * CALLS_PER_SITEMAP + 1,
    pages: CALLS_PER_SITEMAP,
    timeMs: TIME_MS,
  }
  return (await Array.fromAsync(readProductPages(client, range))).flat()
}

/**
 * Yields a shop's products, page by page of the plain list call. Skips duplicates: products that the shop adds meanwhile
 * move others onto the next page. Throws as the client does, and after the time limit.
 */
export async function* readProductPages(
  client: StoreClient,
  { firstPage, pages, timeMs }: PageRange,
  capabilities: readonly Capability[] = [],
): AsyncGenerator<Product[]> {
  const seen = new Set<string>()
  const deadline = performance.now() + timeMs
  for (let page = firstPage; page < firstPage + pages; page += 1) {
    if (performance.now() > deadline) throw new NoResponseError('The catalogue takes too long to read.')
    const { products, totalItems } = await fetchProducts(
      client,
      { page, limit: PRODUCTS_PER_CALL },
      capabilities,
    )
    const fresh = products.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    if (fresh.length > 0) yield fresh
    if (page * PRODUCTS_PER_CALL >= totalItems) return
  }
}
