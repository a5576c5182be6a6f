import type { APIRoute } from 'astro'

import { sitemapIndex } from '../lib/seo/sitemap.ts'
import { answerDocument, answerLater } from '../server/engines/answer-engine.ts'
import { countProductSitemaps } from '../server/engines/product-sitemaps.ts'
import { load } from '../server/load.ts'

export const GET: APIRoute = async (context) => {
  const { origin, catalogue } = context.locals
  const counted = await load(countProductSitemaps(catalogue))
  if (counted.status === 'failed') return answerLater()
  return answerDocument(context, 'application/xml', sitemapIndex(origin, counted.value))
}
