/** A product's one address. docs/requirements.md#101-product-address */
export function productUrl(id: string): string {
  return `/product/${encodeURIComponent(id)}`
}

/** The id out of a path's segment, in which the router leaves `%2F` and the like as they are. */
export function readProductId(segment: string | undefined): string {
  try {
    return decodeURIComponent(segment ?? '')
  } catch {
    return segment ?? ''
  }
}
