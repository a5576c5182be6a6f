/** Returns a product's URL path. docs/requirements.md#101-product-address */
export function productUrl(id: string): string {
  return `/product/${encodeURIComponent(id)}`
}

/** Decodes the id in a path segment, where the router leaves escapes such as `%2F`. */
export function readProductId(segment: string | undefined): string {
  try {
    return decodeURIComponent(segment ?? '')
  } catch {
    return segment ?? ''
  }
}
