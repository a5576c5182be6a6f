import type { RouteData, SSRManifest } from 'astro'

import { hashSource } from '../http/hash-source.ts'

type Csp = Pick<NonNullable<SSRManifest['csp']>, 'directives' | 'scriptDirective' | 'styleDirective'>

/** The part of the build's manifest from which the policies follow. */
export interface Build {
  csp: Csp | undefined
  routes: readonly {
    routeData: Pick<RouteData, 'type' | 'route'>
    styles: SSRManifest['routes'][number]['styles']
  }[]
}

/**
 * Returns the content security policy of each page by its route, with the hashes of Astro's build and that of the page's
 * styles. They are written once: Astro would hash the styles at every render.
 * @throws {Error} the build has no `security.csp`, or one with parts that these policies would lack
 */
export function pagePolicies({ csp, routes }: Build): ReadonlyMap<string, string> {
  if (!csp) throw new Error('The pages were built without `security.csp`.')
  if (!isWritable(csp))
    throw new Error(
      '`security.csp` has resources, hashes with a kind or `strictDynamic`: write them in src/server/rendering/page-policies.ts.',
    )
  const { directives, scriptDirective, styleDirective } = csp
  return new Map(
    routes
      .filter(({ routeData }) => routeData.type === 'page')
      .map(({ routeData, styles }) => {
        const own = styles.flatMap((style) => (style.type === 'inline' ? hashSource(style.content) : []))
        const policy = [
          ...directives,
          `script-src ${sources(scriptDirective.hashes)}`,
          `style-src ${sources(styleDirective.hashes, own)}`,
        ]
        return [routeData.route, `${policy.join('; ')};`]
      }),
  )
}

function isWritable({ scriptDirective, styleDirective }: Csp): boolean {
  return (
    !scriptDirective.strictDynamic &&
    [scriptDirective, styleDirective].every(
      ({ resources, hashes }) => resources.length === 0 && hashes.every(isPlainHash),
    )
  )
}

/** Astro also allows hash objects for other directives; this site configures none. */
function isPlainHash(hash: unknown): hash is string {
  return typeof hash === 'string'
}

function sources(hashes: readonly unknown[], own: string[] = []): string {
  const built = hashes.filter(isPlainHash).map((hash) => `'${hash}'`)
  return ["'self'", ...new Set([...built, ...own])].join(' ')
}
