const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/

/**
 * The path to return to after sign-in: `from` when it is a path on this site, else `/`. Another host, a scheme, a
 * backslash, a control character and the sign-in pages give `/`. docs/requirements.md#103-protected-pages-and-from
 */
export function safeReturnPath(from: string | null | undefined): string {
  if (!from?.startsWith('/') || CONTROL_CHARACTERS.test(from)) return '/'
  const site = 'http://site.invalid'
  if (!URL.canParse(from, site)) return '/'
  const url = new URL(from, site)
  if (url.origin !== site || /^\/(login|register)\/?$/.test(url.pathname)) return '/'
  // `/.//evil.example` is a path of this site that the next reader would take for a host.
  if (url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}

/** The sign-in page, which goes on to the path `from`. */
export function loginPath(from: string): string {
  return withReturnPath('/login', from)
}

/** The registration page, which goes on to the path `from` by way of the sign-in page. */
export function registerPath(from: string): string {
  return withReturnPath('/register', from)
}

function withReturnPath(page: string, from: string): string {
  return from === '/' ? page : `${page}?from=${encodeURIComponent(from)}`
}

/**
 * Where a protected page sends this visitor instead of answering: `/login` with the path, query included, when there
 * is no token; `undefined` lets the page answer. docs/requirements.md#23-protected-pages
 */
export function guardRedirect(
  token: string | undefined,
  page: Pick<URL, 'pathname' | 'search'>,
): string | undefined {
  return token ? undefined : loginPath(page.pathname + page.search)
}
