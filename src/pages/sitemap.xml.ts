import type { APIRoute } from 'astro'

import { sitemapIndex } from '../lib/seo/sitemap.ts'
import { countProductSitemaps } from '../server/feeds/product-sitemaps.ts'
import { documentResponse, documentUnavailable } from '../server/http/responses.ts'
import { load } from '../server/upstream/page-data.ts'

export const GET: APIRoute = async (context) => {
  const { origin, catalogue } = context.locals
  const counted = await load(countProductSitemaps(catalogue))
  if (counted.status === 'failed') return documentUnavailable()
  return documentResponse(context, 'application/xml', sitemapIndex(origin, counted.value))
}
