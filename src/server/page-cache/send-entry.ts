import type { IncomingMessage, ServerResponse } from 'node:http'

import { acceptedEncoding, matchesEtag } from '@tanabana/node/http-headers.ts'
import { type CacheEntry, encodeBody } from './cache-entry.ts'
import type { FoundPage } from './page-cache.ts'

/** What caches in front of the storefront get. */
export interface EdgeOptions {
  /** The header `Cache-Tag` on shared pages. */
  sendsCacheTags: boolean
  /** Seconds for which a cache that is purged by tag may hold a shared page; `undefined`: as its policy says. */
  edgeMaxAge: number | undefined
}

/** Sends a page in the smallest encoding that the client accepts: 304 for a matching `If-None-Match`, no body for HEAD. */
export function sendEntry(
  request: IncomingMessage,
  response: ServerResponse,
  { entry, state }: FoundPage,
  { sendsCacheTags, edgeMaxAge }: EdgeOptions,
): void | Promise<void> {
  const { method, headers: requestHeaders } = request
  const { policy, scope, etag } = entry
  const tags = policy && sendsCacheTags && scope === 'public' ? ['cache-tag', policy.tags.join(',')] : []
  const headers = [
    ...entry.headers,
    ...['cache-control', cacheControl(entry, edgeMaxAge), 'x-cache', state],
    // Weak, because it is the same for every encoding.
    ...(policy ? ['etag', `W/${etag}`] : []),
    ...tags,
  ]
  if (policy && method !== 'POST' && matchesEtag(requestHeaders['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
    return
  }
  const encoding = acceptedEncoding(requestHeaders['accept-encoding'])
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  return encoding === 'br' ? send(entry.body) : encodeBody(entry, encoding).then(send)

  function send(body: Buffer): void {
    headers.push('content-length', String(body.length))
    response.writeHead(entry.status, headers).end(method === 'HEAD' ? undefined : body)
  }
}

/** Browsers revalidate each time; shared caches store a public page as its policy says. */
function cacheControl({ policy, scope }: CacheEntry, edgeMaxAge: number | undefined): string {
  if (!policy) return scope === 'private' ? 'private, no-store' : 'no-store'
  if (scope === 'private') return 'private, no-cache'
  const { maxAge, staleWhileRevalidate: stale } = policy
  return `public, max-age=0, s-maxage=${edgeMaxAge ?? maxAge}, stale-while-revalidate=${stale}, stale-if-error=${stale}`
}
