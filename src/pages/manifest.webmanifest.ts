import type { APIRoute } from 'astro'

import { webManifest } from '../lib/shop/manifest.ts'
import { storeName, toCompany } from '../lib/shop/shop-text.ts'
import { documentResponse } from '../server/http/responses.ts'

export const GET: APIRoute = (context) => {
  const { store, client, pictureInShape, language } = context.locals
  const { logoUrl } = toCompany(store, client.publicBase)
  const manifest = webManifest(storeName(store), store, logoUrl, pictureInShape, language)
  return documentResponse(context, 'application/manifest+json', JSON.stringify(manifest))
}
