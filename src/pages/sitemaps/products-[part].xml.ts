import type { APIRoute } from 'astro'

import { productSitemap } from '../../lib/seo/sitemap.ts'
import { answerDocument, answerLater, answerMissing } from '../../server/feeds/responses.ts'
import { productsOfSitemap } from '../../server/feeds/product-sitemaps.ts'
import { load } from '../../server/upstream/load.ts'

export const GET: APIRoute = async (context) => {
  const { origin, catalogue, pictureUrl } = context.locals
  const loaded = await load(productsOfSitemap(catalogue, context.params.part))
  if (loaded.status === 'failed') return answerLater()
  if (loaded.value.length === 0) return answerMissing()
  return answerDocument(context, 'application/xml', productSitemap(origin, loaded.value, pictureUrl))
}
