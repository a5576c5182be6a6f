import type { APIRoute } from 'astro'

import { robotsText } from '../lib/seo/sitemap.ts'
import { answerDocument } from '../server/feeds/responses.ts'

export const GET: APIRoute = (context) =>
  answerDocument(context, 'text/plain', robotsText(context.locals.origin))
