import { tenantTag } from '@tanabana/contract/cache-tags.ts'

/** How long a value may be served, in seconds, and the tags that invalidate it. */
export interface CachePolicy {
  /** Fresh for this time. */
  maxAge: number
  /** Then stale for this time: served during a revalidation and while revalidations fail (`stale-if-error`). */
  staleWhileRevalidate: number
  tags: readonly string[]
}

/** Without a purge, an edit shows after this time. */
const PAGE_MAX_AGE_SECONDS = 10
const PAGE_STALE_SECONDS = 24 * 60 * 60

/**
 * Returns the policy of a page that is the same for all shoppers of a shop. A page without a policy is not stored.
 *
 * @example Astro.locals.cachePolicy = pagePolicy(shop, ...productTags(shop, [product]))
 */
export function pagePolicy({ host }: { host: string }, ...tags: string[]): CachePolicy {
  return {
    maxAge: PAGE_MAX_AGE_SECONDS,
    staleWhileRevalidate: PAGE_STALE_SECONDS,
    tags: [tenantTag(host), ...tags],
  }
}
