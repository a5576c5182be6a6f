import { removeControlCharacters } from './text.ts'

const NO_ASCII = /[^\x20-\x7e]/gu

/**
 * Returns a redirect to a path of this site, or of `origin`. Every `Location` of storefront and API is built here: it
 * begins with one slash, because browsers read two slashes or backslashes as the beginning of a host.
 */
export function localRedirect(path: string, status: 301 | 302 | 303, origin = ''): Response {
  // Browsers drop tabs and line breaks, also between the slashes of an address.
  const spelling = removeControlCharacters(path).toWellFormed().replace(NO_ASCII, encodeURIComponent)
  // eslint-disable-next-line no-restricted-syntax -- The one place.
  const headers = { location: `${origin}/${spelling.replace(/^[/\\]+/, '')}` }
  return new Response(null, { status, headers })
}
