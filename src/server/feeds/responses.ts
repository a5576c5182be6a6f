import type { APIContext } from 'astro'

import { pagePolicy } from '../cache/cache-policy.ts'

/** A document for search engines, cached and purged like a page of its shop. */
export function documentResponse({ locals }: APIContext, type: string, text: string): Response {
  locals.cachePolicy = pagePolicy(locals.shop)
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } })
}

/** 404 for a document that does not exist. */
export function documentMissing(): Response {
  return plain(404, "There's nothing at this address.", {})
}

/** 503 when the store API fails. */
export function documentUnavailable(): Response {
  return plain(503, 'The shop could not answer in time. Please try again in a moment.', {
    'retry-after': '60',
  })
}

function plain(status: number, sentence: string, headers: Record<string, string>): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  })
}
