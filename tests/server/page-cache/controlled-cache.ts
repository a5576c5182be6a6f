import { createEtag } from '@tanabana/node/http-headers.ts'
import { tenantTag } from '@tanabana/contract/cache-tags.ts'
import type { CacheEntry } from '../../../src/server/page-cache/cache-entry.ts'
import { pageKey } from '../../../src/server/page-cache/cache-key.ts'
import { createPageCache } from '../../../src/server/page-cache/page-cache.ts'
import type { Shop } from '../../../src/server/http/tenancy.ts'

export const shop: Shop = { host: 'shop.example', protocol: 'https:' }
export const other: Shop = { host: 'other.example', protocol: 'https:' }

export interface PageOptions extends Partial<Pick<CacheEntry, 'status' | 'isIncomplete'>> {
  tags?: string[]
  /** The page declares no policy. */
  isUnstored?: boolean
}

/** A page cache with a clock of its own; each render waits until the test answers it. */
export function openCache({
  maxBytes = 1024 * 1024,
  minFreshSeconds = 0,
  trustedSince = () => 0,
}: { maxBytes?: number; minFreshSeconds?: number; trustedSince?: () => number } = {}) {
  let clock = 1_000_000
  const renders: { response: (text: string, options?: PageOptions) => void; fail: () => void }[] = []
  const cache = createPageCache({ isOn: true, maxBytes, minFreshSeconds, trustedSince, now: () => clock })

  function get(url: string, forShop = shop) {
    const key = pageKey(forShop, url)
    if (!key) throw new Error(`${url} is never shared.`)
    const { promise, resolve, reject } = Promise.withResolvers<CacheEntry>()
    return cache.get(key, () => {
      renders.push({
        response: (text, options) => resolve(pageOf(text, forShop, clock, options)),
        fail: () => reject(new Error('The API is down.')),
      })
      return promise
    })
  }

  return {
    cache,
    renders,
    get,
    pass: (seconds: number) => {
      clock += seconds * 1000
    },
    /** Asks for a page whose render, if there is one, answers at once. */
    ask: (url: string, text: string, forShop = shop, options?: PageOptions) => {
      const before = renders.length
      const found = get(url, forShop)
      renders[before]?.response(text, options)
      return found
    },
  }
}

function pageOf(text: string, { host }: Shop, now: number, options: PageOptions = {}): CacheEntry {
  const { status = 200, isIncomplete = status >= 500, isUnstored = status !== 200 || isIncomplete } = options
  const tags = [tenantTag(host), ...(options.tags ?? [])]
  return {
    status,
    headers: [],
    body: Buffer.from(text),
    etag: createEtag(text),
    storedAt: now,
    policy: isUnstored ? undefined : { maxAge: 10, staleWhileRevalidate: 100, tags },
    scope: 'public',
    isIncomplete,
  }
}

export function textOf({ entry }: { entry: CacheEntry }): string {
  return entry.body.toString()
}

/** Resolves when all that follows from an answer has run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
