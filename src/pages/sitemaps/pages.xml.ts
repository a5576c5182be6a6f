import type { APIRoute } from 'astro'

import { pageSitemap } from '../../lib/seo/sitemap.ts'
import { documentResponse, documentUnavailable } from '../../server/feeds/responses.ts'

export const GET: APIRoute = (context) => {
  const { origin, store } = context.locals
  return store
    ? documentResponse(context, 'application/xml', pageSitemap(origin, store))
    : documentUnavailable()
}
