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
  const { directives, scriptDirective, styleDirective } = csp
  const [ofScripts, ofStyles] = [builtHashes(scriptDirective), builtHashes(styleDirective)]
  return new Map(
    routes
      .filter(({ routeData }) => routeData.type === 'page')
      .map(({ routeData, styles }) => {
        const own = styles.flatMap((style) => (style.type === 'inline' ? hashSource(style.content) : []))
        const policy = [
          ...directives,
          `script-src ${sources(ofScripts)}`,
          `style-src ${sources([...ofStyles, ...own])}`,
        ]
        return [routeData.route, `${policy.join('; ')};`]
      }),
  )
}

/**
 * Astro also allows hash objects for other directives; this site configures none.
 * @throws {Error} a directive has what this file does not write
 */
function builtHashes(directive: Csp['scriptDirective'] | Csp['styleDirective']): string[] {
  const hashes = directive.hashes.filter((hash): hash is typeof hash & string => typeof hash === 'string')
  const isStrict = 'strictDynamic' in directive && directive.strictDynamic
  if (isStrict || directive.resources.length > 0 || hashes.length < directive.hashes.length)
    throw new Error(
      '`security.csp` has resources, hashes with a kind or `strictDynamic`: write them in src/server/rendering/page-policies.ts.',
    )
  return hashes.map((hash) => `'${hash}'`)
}

function sources(hashes: string[]): string {
  return ["'self'", ...new Set(hashes)].join(' ')
}
