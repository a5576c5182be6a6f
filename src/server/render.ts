import { createApp } from 'astro/app/entrypoint'

import type { RenderLocals } from './rendering/render-page.ts'

/** Whole pages: a mistake deep in one is known before its first byte has left. */
const app = createApp({ streaming: false })

/** Renders the page of a request's address with Astro; undefined where no route reads the path. */
export async function render(request: Request, locals: RenderLocals): Promise<Response | undefined> {
  const routeData = app.match(request)
  // Astro adds the rest of the locals itself, before a page sees them.
  return routeData && app.render(request, { addCookieHeader: true, locals: locals, routeData })
}
