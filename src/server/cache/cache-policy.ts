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

/** On every page, upstream response and feed of a tenant. */
export function tenantTag(host: string): string {
  return `tenant:${host}`
}

/** On every page that shows the products. An id with a comma would break the `Cache-Tag` list and is encoded. */
export function productTags({ host }: { host: string }, products: { id: string }[]): string[] {
  return products.map(({ id }) => `product:${host}:${encodeURIComponent(id)}`)
}

/** Returns the tenant that a tag belongs to; `undefined` for any other text. */
export function hostOfTag(tag: string): string | undefined {
  return /^(?:tenant|product):([^:]+)/.exec(tag)?.[1]
}

/** Returns the tenant tag of a tag's tenant; empty for any other text. */
export function tenantTagsOf(tag: string): string[] {
  const host = hostOfTag(tag)
  return host === undefined ? [] : [tenantTag(host)]
}
