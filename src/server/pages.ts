/** Answers that need no shop and no Astro. */

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
}

/** The plain page for a host that no shop is served on. design §3 */
export function misdirectedResponse(): Response {
  const html = plainPage(
    'No shop here',
    'No shop is served on this address. Check the spelling, or follow the link that you came by again.',
  )
  return new Response(html, { status: 421, headers })
}

function plainPage(title: string, sentence: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1><p>${sentence}</p></body></html>\n`
}
