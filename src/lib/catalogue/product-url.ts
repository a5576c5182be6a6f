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

/** The choice that a product page's address asks for; any case of its values means the same. */
export interface VariantQuery {
  variant?: string
  size?: string
  color?: string
}

/** The query parameters of a product page's choice; `color` is another spelling. */
export const VARIANT_PARAMETERS = ['variant', 'size', 'colour', 'color']
const VALUE_MAX_LENGTH = 60

/**
 * Parses `variant`, `size` and `colour` (or `color`) of a product page's address; ignores empty and overlong values.
 * docs/requirements.md#1115-variants
 */
export function parseVariantQuery(parameters: URLSearchParams): VariantQuery {
  const read = (name: string) => {
    const value = parameters.get(name)?.normalize('NFC').trim()
    return value && value.length <= VALUE_MAX_LENGTH ? value : undefined
  }
  const variant = read('variant')
  // A variant says everything.
  if (variant) return { variant }
  return { size: read('size')?.toLowerCase(), color: (read('colour') ?? read('color'))?.toLowerCase() }
}

/** Returns the path of a product page with its choice, always in one form. */
export function variantUrl(id: string, { variant, size, color }: VariantQuery): string {
  const pairs = Object.entries({ variant, size, colour: color }).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  return pairs.length > 0 ? `${productUrl(id)}?${pairs.join('&')}` : productUrl(id)
}
