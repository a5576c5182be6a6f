import { PLAIN_HEADERS } from './security-headers.ts'

/** Answers that need no shop and no Astro. */

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  ...PLAIN_HEADERS,
}

/** The plain page for a host that no shop is served on. design §3 */
export function misdirectedResponse(): Response {
  const html = plainPage(
    'No shop here',
    'No shop is served on this address. Check the spelling, or follow the link that you came by again.',
  )
  return new Response(html, { status: 421, headers })
}

/** The plain page for an address that belongs to no shop. */
export function missingResponse(): Response {
  return new Response(plainPage('Not found', 'Nothing is kept at this address.'), { status: 404, headers })
}

/** The plain page for who comes while too many others do. T34 */
export function busyResponse(): Response {
  const html = plainPage(
    'Many people are here right now',
    'The shop could not answer in time. Please try again in a moment: your cart is safe.',
  )
  return new Response(html, { status: 503, headers: { ...headers, 'retry-after': '2' } })
}

function plainPage(title: string, sentence: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1><p>${sentence}</p></body></html>\n`
}
