/** A page is fresh this long: an edit is seen after it even where no purge arrives. */
const FRESH_SECONDS = 10
/** And served stale this long while a new one is made, or while the API fails. */
const STALE_SECONDS = 24 * 60 * 60

/**
 * What a page that is the same for all shoppers of a shop hands to `Astro.cache.set`.
 *
 * @example Astro.cache.set(sharedPage(shop, ...productTags(shop, [product])))
 */
export function sharedPage(shop: { host: string }, ...tags: string[]) {
  return { maxAge: FRESH_SECONDS, swr: STALE_SECONDS, tags: [tenantTag(shop.host), ...tags] }
}

/** On every page of a shop. */
function tenantTag(host: string): string {
  return `tenant:${host}`
}

/** Whether a tag is one of the shop's on this host. */
export function namesHost(tag: string, host: string): boolean {
  return tag === tenantTag(host) || tag.startsWith(`product:${host}:`)
}

/** On every page that shows the products. An id with a comma would break the header's list and is encoded. */
export function productTags(shop: { host: string }, products: { id: string }[]): string[] {
  return products.map(({ id }) => `product:${shop.host}:${encodeURIComponent(id)}`)
}
