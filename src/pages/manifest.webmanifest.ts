import type { APIRoute } from 'astro'

import { toCompany } from '../lib/domain/company.ts'
import { webManifest } from '../lib/domain/manifest.ts'
import { answerDocument } from '../server/engines/answer-engine.ts'

export const GET: APIRoute = (context) => {
  const { store, client, pictureInShape, language } = context.locals
  const { logoUrl } = toCompany(store, client.publicBase)
  const manifest = webManifest(store, logoUrl, pictureInShape, language)
  return answerDocument(context, 'application/manifest+json', JSON.stringify(manifest))
}
