import { createApp } from 'astro/app/entrypoint'

import { pagePolicies } from './page-policies.ts'
import type { RenderLocals } from './render-page.ts'

/** Without streaming, so that an error in a component still becomes a 500. */
const app = createApp({ streaming: false })
const policies = pagePolicies(app.manifest)
// The middleware sets the policy.
app.manifest.shouldInjectCspMetaTags = false

/** Renders the page of a request's address with Astro; `undefined` where no route matches the path. */
export async function render(request: Request, locals: RenderLocals): Promise<Response | undefined> {
  const routeData = app.match(request)
  locals.pagePolicies = policies
  // Astro adds its own locals before it renders.
  return routeData && app.render(request, { addCookieHeader: true, locals: locals, routeData })
}
