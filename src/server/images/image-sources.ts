import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import { printablePath } from '../http/requests.ts'
import type { Shop, ShopApi } from '../http/tenancy.ts'
import { log } from '../observability/log.ts'
import { fetchSource, ImageError } from './fetch-source.ts'

/** Browsers request several widths of one picture within moments. */
const FRESH_MS = 30_000
const MAX_BYTES = 32 * 1024 * 1024
/** A failed source is not fetched again within this time. */
const FAILURE_MS = 10_000
const FAILURES_MAX = 10_000
const DRAWING = /\.svgz?$/i

export interface ImageSource {
  bytes: Buffer
  digest: Buffer
}

/**
 * Fetches the picture sources of all shops: one fetch at a time for each, results and failures cached for a short
 * time.
 */
export function createImageSources(now: () => number) {
  const clock = { perf: { now }, ttlResolution: 0 }
  const sources = new LRUCache<string, ImageSource, { source: string; api: ShopApi }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length || 1,
    ttl: FRESH_MS,
    ...clock,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _before, { context: { source, api } }) => {
      const bytes = await fetchSource(source, api)
      return { bytes, digest: createHash('sha256').update(bytes).digest() }
    },
  })
  const failures = new LRUCache<string, ImageError>({ max: FAILURES_MAX, ttl: FAILURE_MS, ...clock })

  return {
    /**
     * Calls `convert` with a source. A failure is cached, and logged once.
     * @throws {ImageError} what `fetchSource` and `convert` throw
     */
    async use<T>(
      { host, source, api }: { host: string; source: string; api: ShopApi },
      convert: (source: ImageSource) => Promise<T>,
    ): Promise<T> {
      const key = `${host} ${source}`
      const known = failures.get(key)
      if (known) throw known
      try {
        return await convert(await sources.forceFetch(key, { context: { source, api } }))
      } catch (error) {
        if (error instanceof ImageError && error.status !== 503 && !failures.has(key)) {
          failures.set(key, error)
          log('warn', 'picture cannot be used', {
            tenant: host,
            path: printablePath(source),
            error: error.message,
          })
        }
        throw error
      }
    },
  }
}

/**
 * Converts a picture's address to its source: a path at the shop's own API, or an absolute address elsewhere.
 * `undefined` for an address that stays unchanged in the page: `data:` and relative addresses, SVG drawings (a browser
 * scales them itself, and the server never parses them), and files of the shop's own host, which would call this
 * storefront again.
 */
export function toSource(src: string, shop: Shop, api: ShopApi): string | undefined {
  const url = /^https?:\/\//i.test(src) ? URL.parse(src) : null
  if (!url) return undefined
  if (DRAWING.test(url.pathname)) return undefined
  if (isOnStoreApi(url, shop, api)) return url.pathname + url.search
  if (url.hostname === shop.host) return undefined
  url.hash = ''
  return url.href
}

/** Ignores the protocol: behind a proxy, a page and its pictures may have different ones. */
function isOnStoreApi(url: URL, shop: Shop, { origin, publicBase }: ShopApi): boolean {
  const publicUrl = new URL(publicBase)
  if (url.host === publicUrl.host || url.host === new URL(origin).host) return true
  // All names of this machine lead to the one API that runs on it.
  return isLocalHost(shop.host) && isLocalHost(url.hostname) && url.port === publicUrl.port
}
