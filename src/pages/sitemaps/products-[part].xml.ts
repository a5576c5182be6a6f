import type { APIRoute } from 'astro'

import { productSitemap } from '../../lib/seo/sitemap.ts'
import { productsOfSitemap } from '../../server/feeds/product-sitemaps.ts'
import { documentResponse, documentUnavailable, documentMissing } from '../../server/feeds/responses.ts'
import { load } from '../../server/upstream/load.ts'

export const GET: APIRoute = async (context) => {
  const { origin, catalogue, pictureUrl } = context.locals
  const loaded = await load(productsOfSitemap(catalogue, context.params.part))
  if (loaded.status === 'failed') return documentUnavailable()
  if (loaded.value.length === 0) return documentMissing()
  return documentResponse(context, 'application/xml', productSitemap(origin, loaded.value, pictureUrl))
}
