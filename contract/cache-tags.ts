/**
 * Tags of cached pages, by which the store API purges them at the storefronts. Names are encoded, because a comma would
 * break the `Cache-Tag` list. docs/requirements.md#16-page-cache
 */

interface Host {
  host: string
}

/** On every page, upstream response and feed of a tenant. */
export function tenantTag(host: string): string {
  return `tenant:${host}`
}

/** On every page that shows the products. */
export function productTags({ host }: Host, products: { id: string }[]): string[] {
  return products.map(({ id }) => `product:${host}:${encodeURIComponent(id)}`)
}

/** On every page that lists the products of one category; without a category, on those that list several. */
export function listingTag({ host }: Host, category = ''): string {
  return `listing:${host}:${encodeURIComponent(category.trim().toLowerCase())}`
}

/** Returns the tags of the pages that show a product, or list products of its category. */
export function changedProductTags(at: Host, products: { id: string; category: string }[]): string[] {
  if (products.length === 0) return []
  const listings = products.map(({ category }) => listingTag(at, category))
  return [...productTags(at, products), ...new Set([listingTag(at), ...listings])]
}

/** Returns the tenant that a tag belongs to; `undefined` for any other text. */
export function hostOfTag(tag: string): string | undefined {
  return /^(?:tenant|product|listing):([^:]+)/.exec(tag)?.[1]
}

/** Returns the tenant tag of a tag's tenant; empty for any other text. */
export function tenantTagsOf(tag: string): string[] {
  const host = hostOfTag(tag)
  return host === undefined ? [] : [tenantTag(host)]
}
