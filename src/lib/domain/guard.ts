import { guardRedirect } from './return-path.ts'

/**
 * What a protected page answers a visitor without a token: a redirect that no cache keeps. `undefined` lets the page
 * answer. `Astro.redirect` would drop the page's headers. §2 Protected routes
 */
export function guardResponse(
  token: string | undefined,
  page: Pick<URL, 'pathname' | 'search'>,
): Response | undefined {
  const location = guardRedirect(token, page)
  if (location === undefined) return undefined
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'private, no-store' } })
}
