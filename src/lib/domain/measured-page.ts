/**
 * Where a shop that measures its visits may have Google's script: nowhere that a password, an address, a contact or a
 * payment is typed or shown.
 */
const MEASURED =
  /^\/(?:products|product\/[^/]+|cart|wishlist|order-success|terms|privacy|refund|return|shipping|about)?\/?$/

/** What of an address says which page it is; the rest may be about a person. */
const TOLD = /^(?:category|parentCategory|featured|page|sort)$/

export function isMeasuredPage(path: string): boolean {
  return MEASURED.test(path)
}

/** The address as it is told to Google: the page, and the ad that led to it. */
export function toldAddress(address: string, isAdTag: (name: string) => boolean): string {
  const { origin, pathname, searchParams } = new URL(address)
  const told = [...searchParams].filter(([name]) => TOLD.test(name) || isAdTag(name))
  return `${origin}${pathname}${told.length > 0 ? `?${new URLSearchParams(told)}` : ''}`
}
