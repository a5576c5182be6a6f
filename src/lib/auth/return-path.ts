import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import { hasControlCharacters } from '@tanabana/contract/text.ts'

/**
 * Returns the path to open after sign-in: `from` when it is a path of this site, else `/`. Another host, a scheme, a
 * backslash, a control character and the sign-in pages give `/`. docs/requirements.md#103-protected-pages-and-from
 */
export function safeReturnPath(from: string | null | undefined): string {
  if (!from?.startsWith('/') || hasControlCharacters(from)) return '/'
  const site = 'http://site.invalid'
  if (!URL.canParse(from, site)) return '/'
  const url = new URL(from, site)
  if (url.origin !== site || /^\/(login|register)\/?$/.test(url.pathname)) return '/'
  // `/.//evil.example` normalizes to a path that the next parser would take for a host.
  if (url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

/** Returns the URL of the sign-in page that continues to the path `from`. */
export function loginPath(from: string): string {
  return withReturnPath('/login', from)
}

/** Returns the URL of the registration page that continues to the path `from` after sign-in. */
export function registerPath(from: string): string {
  return withReturnPath('/register', from)
}

/**
 * Returns the redirect of a protected page for a visitor without a token: `/login` with the path and query. `undefined`
 * when the page may render. docs/requirements.md#23-protected-pages
 */
export function guardResponse(
  token: string | undefined,
  page: Pick<URL, 'pathname' | 'search'>,
): Response | undefined {
  if (token) return undefined
  return localRedirect(loginPath(page.pathname + page.search), 302)
}

function withReturnPath(page: string, from: string): string {
  return from === '/' ? page : `${page}?from=${encodeURIComponent(from)}`
}
