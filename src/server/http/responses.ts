import type { ServerResponse } from 'node:http'

import type { APIContext } from 'astro'

import { pagePolicy } from '../cache/cache-policy.ts'
import { PLAIN_HEADERS } from './security-headers.ts'

type AstroResponse = ResponseInit & { readonly headers: Headers }
type TitleAndText = [title: string, text: string]

/** Text of every 405. */
export const METHOD_NOT_ALLOWED = 'This method is not allowed here.'

const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  ...PLAIN_HEADERS,
}

/** Sets 503: the store API failed for the page's main content. */
export function setUnavailable(response: AstroResponse): void {
  response.status = 503
  response.headers.set('retry-after', '5')
}

/** Keeps a fragment of a page out of search engines. */
export function markFragment(response: AstroResponse): void {
  response.headers.set('x-robots-tag', 'noindex')
}

/** Returns a document for search engines, cached and purged like a page of its shop. */
export function documentResponse({ locals }: APIContext, type: string, text: string): Response {
  locals.cachePolicy = pagePolicy(locals.shop)
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } })
}

/** Returns 404 for a document that does not exist. */
export function documentMissing(): Response {
  return textResponse(404, "There's nothing at this address.", {})
}

/** Returns 503 when the store API fails. */
export function documentUnavailable(): Response {
  return textResponse(503, 'The shop could not answer in time. Please try again in a moment.', {
    'retry-after': '60',
  })
}

/**
 * Returns the plain page for a host without a shop, in both languages because the shop's is unknown.
 * docs/requirements.md#14-tenancy
 */
export function misdirectedResponse(): Response {
  const html = plainPage({
    en: ['No shop here', "There's no shop at this address. Check the spelling or try the link again."],
    hi: ['यहाँ कोई दुकान नहीं है', 'इस पते पर कोई दुकान नहीं है। वर्तनी जाँचें या लिंक फिर से खोलें।'],
  })
  return new Response(html, { status: 421, headers: HTML_HEADERS })
}

/** Returns the plain page for an address of Astro's own, which belongs to no shop. */
export function missingResponse(): Response {
  const html = plainPage({
    en: ['Not found', "There's nothing at this address."],
    hi: ['नहीं मिला', 'इस पते पर कुछ नहीं है।'],
  })
  return new Response(html, { status: 404, headers: HTML_HEADERS })
}

/** Sends a short plain text, which no cache may store. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...PLAIN_HEADERS,
  })
  response.end(`${text}\n`)
}

/** Sends a redirect (contract/local-redirect.ts), which no cache may store. */
export function sendRedirect(response: ServerResponse, { status, headers }: Response): void {
  for (const [name, value] of headers) response.setHeader(name, value)
  sendText(response, status, 'This page has another address.')
}

/** Sends 405 with the methods that the address allows. */
export function sendMethodNotAllowed(response: ServerResponse, allowed: readonly string[]): void {
  response.setHeader('allow', allowed.join(', '))
  sendText(response, 405, METHOD_NOT_ALLOWED)
}

/** Sends 421 with the plain page for a host without a shop. */
export function sendMisdirected(response: ServerResponse): Promise<void> {
  return sendPlainPage(response, misdirectedResponse())
}

/** Sends 503 with the plain page for an overloaded process. SECURITY.md#overload */
export function sendBusy(response: ServerResponse): Promise<void> {
  return sendPlainPage(response, busyResponse())
}

async function sendPlainPage(response: ServerResponse, page: Response): Promise<void> {
  response.writeHead(page.status, Object.fromEntries(page.headers))
  response.end(await page.text())
}

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
  return new Response(html, { status: 503, headers: { ...HTML_HEADERS, 'retry-after': '2' } })
}

function plainPage({ en, hi }: Record<'en' | 'hi', TitleAndText>): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${en[0]}</title></head><body><h1>${en[0]}</h1><p>${en[1]}</p><div lang="hi"><h2>${hi[0]}</h2><p>${hi[1]}</p></div></body></html>\n`
}

function textResponse(status: number, text: string, headers: Record<string, string>): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  })
}
