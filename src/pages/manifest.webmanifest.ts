import type { APIRoute } from 'astro'

import { toCompany, storeName } from '../lib/shop/shop-text.ts'
import { webManifest } from '../lib/shop/manifest.ts'
import { answerDocument } from '../server/feeds/responses.ts'

export const GET: APIRoute = (context) => {
  const { store, client, pictureInShape, language } = context.locals
  const { logoUrl } = toCompany(store, client.publicBase)
  const manifest = webManifest(storeName(store), store, logoUrl, pictureInShape, language)
  return answerDocument(context, 'application/manifest+json', JSON.stringify(manifest))
}
