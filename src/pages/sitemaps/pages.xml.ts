import type { APIRoute } from 'astro'

import { pageSitemap } from '../../lib/seo/sitemap.ts'
import { answerDocument, answerLater } from '../../server/feeds/responses.ts'

export const GET: APIRoute = (context) => {
  const { origin, store } = context.locals
  return store ? answerDocument(context, 'application/xml', pageSitemap(origin, store)) : answerLater()
}
