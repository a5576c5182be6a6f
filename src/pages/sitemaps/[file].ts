import type { APIRoute } from 'astro'

import { pageSitemap, productSitemap } from '../../lib/seo/sitemap.ts'
import { productsOfSitemap } from '../../server/feeds/product-sitemaps.ts'
import { documentMissing, documentResponse, documentUnavailable } from '../../server/http/responses.ts'
import { load } from '../../server/upstream/page-data.ts'

const PRODUCTS = /^products-(.+)\.xml$/

/** `pages.xml`, and the parts `products-1.xml` to the last that the sitemap index lists. */
export const GET: APIRoute = async (context) => {
  const { file = '' } = context.params
  const { origin, store, catalogue, pictureUrl } = context.locals
  if (file === 'pages.xml') {
    if (!store) return documentUnavailable()
    return documentResponse(context, 'application/xml', pageSitemap(origin, store))
  }
  const loaded = await load(productsOfSitemap(catalogue, PRODUCTS.exec(file)?.[1]))
  if (loaded.status === 'failed') return documentUnavailable()
  if (loaded.value.length === 0) return documentMissing()
  return documentResponse(context, 'application/xml', productSitemap(origin, loaded.value, pictureUrl, store))
}
