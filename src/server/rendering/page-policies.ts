import { createHash } from 'node:crypto'

import type { SSRManifest } from 'astro'

/**
 * Returns the content security policy of each page by its route, with the hashes of Astro's build and that of the page's
 * styles. They are written once: Astro would hash the styles at every render.
 */
export function pagePolicies({ csp, routes }: SSRManifest): ReadonlyMap<string, string> {
  if (!csp) throw new Error('The pages were built without `security.csp`.')
  const { directives, scriptDirective, styleDirective } = csp
  return new Map(
    routes
      .filter(({ routeData }) => routeData.type === 'page')
      .map(({ routeData, styles }) => {
        const own = styles.flatMap((style) => (style.type === 'inline' ? hashOf(style.content) : []))
        const policy = [
          ...directives,
          `script-src ${sources(scriptDirective.hashes)}`,
          `style-src ${sources([...styleDirective.hashes, ...own])}`,
        ]
        return [routeData.route, `${policy.join('; ')};`]
      }),
  )
}

/** Hashes of other kinds, which are objects, belong to directives that no page has. */
function sources(hashes: readonly unknown[]): string {
  const own = hashes.filter((hash) => typeof hash === 'string')
  return ["'self'", ...new Set(own.map((hash) => `'${hash}'`))].join(' ')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
