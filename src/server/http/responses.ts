import type { ServerResponse } from 'node:http'

import type { APIContext } from 'astro'

import { SOURCE_LANGUAGE } from '@tanabana/contract/store-info.ts'
import { PAGE_WORDS } from '../../lib/i18n/page-words.ts'
import { pagePolicy } from '../cache/cache-policy.ts'
import { PLAIN_HEADERS } from './security-headers.ts'

type AstroResponse = ResponseInit & { readonly headers: Headers }

/** Text of every 405. */
export const METHOD_NOT_ALLOWED = 'This method is not allowed here.'

const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  ...PLAIN_HEADERS,
}

/** Pages that are sent before a shop, and so its language, is known. */
const plainPageMessages = {
  misdirected: {
    title: 'No shop here',
    text: "There's no shop at this address. Check the spelling or try the link again.",
  },
  endedPreview: {
    title: 'This preview has ended',
    text: 'The link has ended, or belongs to another shop. Ask for a new one.',
  },
  missing: { title: 'Not found', text: "There's nothing at this address." },
  busy: {
    title: 'The shop is busy right now',
    text: "The shop didn't respond in time. Your cart is safe. Please try again in a moment.",
  },
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

/** Returns a page as Markdown. */
export function markdownResponse(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/markdown; charset=utf-8' } })
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
 * Returns the plain page for a host without a shop, in every language because the shop's is unknown.
 * docs/requirements.md#14-tenancy
 */
export function misdirectedResponse(): Response {
  return new Response(plainPage(plainPageMessages.misdirected), { status: 421, headers: HTML_HEADERS })
}

/** Returns the plain page for an address of Astro's own, which belongs to no shop. */
export function missingResponse(): Response {
  return new Response(plainPage(plainPageMessages.missing), { status: 404, headers: HTML_HEADERS })
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

/** Sends 503 with the plain page for an overloaded process or a preview whose store API fails. SECURITY.md#overload */
export function sendBusy(response: ServerResponse): Promise<void> {
  return sendPlainPage(response, busyResponse())
}

/** Sends 404 for a preview link that shows nothing any more. */
export function sendEndedPreview(response: ServerResponse): Promise<void> {
  return sendPlainPage(
    response,
    new Response(plainPage(plainPageMessages.endedPreview), { status: 404, headers: HTML_HEADERS }),
  )
}

async function sendPlainPage(response: ServerResponse, page: Response): Promise<void> {
  response.writeHead(page.status, Object.fromEntries(page.headers))
  response.end(await page.text())
}

function busyResponse(): Response {
  const headers = { ...HTML_HEADERS, 'retry-after': '2' }
  return new Response(plainPage(plainPageMessages.busy), { status: 503, headers })
}

/** A page without styles in the language of the source, followed by its other languages. */
function plainPage({ title, text }: { title: string; text: string }): string {
  const others = [...PAGE_WORDS].map(
    ([language, words]) =>
      `<div lang="${language}"><h2>${words[title] ?? title}</h2><p>${words[text] ?? text}</p></div>`,
  )
  return `<!doctype html><html lang="${SOURCE_LANGUAGE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p>${others.join('')}</body></html>\n`
}

function textResponse(status: number, text: string, headers: Record<string, string>): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  })
}
