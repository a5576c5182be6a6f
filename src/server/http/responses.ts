import type { ServerResponse } from 'node:http'

import { PLAIN_HEADERS } from './security-headers.ts'

type PageResponse = ResponseInit & { readonly headers: Headers }

/** 503: the store API failed for the page's main content. */
export function setUnavailable(response: PageResponse): void {
  response.status = 503
  response.headers.set('retry-after', '5')
}

/** Keeps a fragment of a page out of search engines. */
export function markFragment(response: PageResponse): void {
  response.headers.set('x-robots-tag', 'noindex')
}

/** Responses without shop and Astro, in both languages because the shop's is unknown. */

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  ...PLAIN_HEADERS,
}

/** The plain page for a host that no shop is served on. docs/requirements.md#14-tenancy */
export function misdirectedResponse(): Response {
  const html = plainPage({
    en: ['No shop here', "There's no shop at this address. Check the spelling or try the link again."],
    hi: ['यहाँ कोई दुकान नहीं है', 'इस पते पर कोई दुकान नहीं है। वर्तनी जाँचें या लिंक फिर से खोलें।'],
  })
  return new Response(html, { status: 421, headers })
}

/** The plain page for an address that belongs to no shop. */
export function missingResponse(): Response {
  const html = plainPage({
    en: ['Not found', "There's nothing at this address."],
    hi: ['नहीं मिला', 'इस पते पर कुछ नहीं है।'],
  })
  return new Response(html, { status: 404, headers })
}

/** The plain page for an overloaded process. SECURITY.md#overload */
function busyResponse(): Response {
  const html = plainPage({
    en: [
      'The shop is busy right now',
      "The shop didn't respond in time. Your cart is safe. Please try again in a moment.",
    ],
    hi: [
      'दुकान पर अभी बहुत भीड़ है',
      'दुकान समय पर जवाब नहीं दे सकी। आपका कार्ट सुरक्षित है। कृपया थोड़ी देर में फिर कोशिश करें।',
    ],
  })
  return new Response(html, { status: 503, headers: { ...headers, 'retry-after': '2' } })
}

type TitleAndSentence = [title: string, sentence: string]

function plainPage({ en, hi }: Record<'en' | 'hi', TitleAndSentence>): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${en[0]}</title></head><body><h1>${en[0]}</h1><p>${en[1]}</p><div lang="hi"><h2>${hi[0]}</h2><p>${hi[1]}</p></div></body></html>\n`
}

/** A short plain-text response that no cache may store. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...PLAIN_HEADERS,
  })
  response.end(`${text}\n`)
}

/** 421 and the plain page for a host without a shop. */
export async function sendMisdirected(response: ServerResponse): Promise<void> {
  return sendPlainPage(response, misdirectedResponse())
}

/** 503 and the plain page that asks to come back in a moment. */
export async function sendBusy(response: ServerResponse): Promise<void> {
  return sendPlainPage(response, busyResponse())
}

async function sendPlainPage(response: ServerResponse, page: Response): Promise<void> {
  response.writeHead(page.status, Object.fromEntries(page.headers))
  response.end(await page.text())
}
