import {
  createRevalidatingCache,
  type Found,
  type RevalidatingCacheOptions,
} from '../cache/revalidating-cache.ts'
import type { CacheEntry } from './cache-entry.ts'
import type { PageKey } from './cache-key.ts'

/** Share of the bytes for pages whose query a client can invent (search text, prices); they evict no other page. */
const INVENTED_SHARE = 1 / 8
/** Measured size of an entry without its body: key, headers, tags, bookkeeping. */
const OVERHEAD_BYTES = 4096

type PageCacheOptions = Pick<
  RevalidatingCacheOptions<CacheEntry>,
  'isOn' | 'maxBytes' | 'minFreshSeconds' | 'trustedSince' | 'onStaleIfError' | 'now'
>

export type PageCache = ReturnType<typeof createPageCache>
export type FoundPage = Found<CacheEntry>

/** Creates the cache of the rendered pages of all tenants, in memory. */
export function createPageCache({ maxBytes, ...options }: PageCacheOptions) {
  const open = (share: number) =>
    createRevalidatingCache<CacheEntry>({
      ...options,
      maxBytes: Math.floor(maxBytes * share),
      sizeOf: ({ body }) => body.length + OVERHEAD_BYTES,
    })
  const pages = open(1 - INVENTED_SHARE)
  const invented = open(INVENTED_SHARE)
  const cacheOf = ({ hasInventedQuery }: PageKey) => (hasInventedQuery ? invented : pages)

  return {
    getFresh: (key: PageKey) => cacheOf(key).getFresh(key.id),
    get: (key: PageKey, render: () => Promise<CacheEntry>): Promise<FoundPage> =>
      cacheOf(key).get(key, render),
    invalidate: (tags: readonly string[]) => pages.invalidate(tags) + invented.invalidate(tags),
    size() {
      const [one, other] = [pages.size(), invented.size()]
      return {
        entries: one.entries + other.entries,
        bytes: one.bytes + other.bytes,
        tenants: new Set([...one.tenants, ...other.tenants]).size,
      }
    },
  }
}
