import { guardRedirect } from './return-path.ts'

/** Returns the redirect of a protected page for a visitor without a token; `undefined` otherwise. */
export function guardResponse(
  token: string | undefined,
  page: Pick<URL, 'pathname' | 'search'>,
): Response | undefined {
  const location = guardRedirect(token, page)
  if (location === undefined) return undefined
  return new Response(null, { status: 302, headers: { location } })
}
