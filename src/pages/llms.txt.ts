import type { APIRoute } from 'astro'

import { documentResponse, documentUnavailable } from '../server/http/responses.ts'
import { llmsText } from '../components/markdown/shop-markdown.ts'

export const GET: APIRoute = (context) => {
  const { origin, store } = context.locals
  return store ? documentResponse(context, 'text/plain', llmsText(origin, store)) : documentUnavailable()
}
