import type { APIRoute } from 'astro'

import { robotsText } from '../lib/seo/sitemap.ts'
import { documentResponse } from '../server/http/responses.ts'

export const GET: APIRoute = (context) =>
  documentResponse(context, 'text/plain', robotsText(context.locals.origin))
