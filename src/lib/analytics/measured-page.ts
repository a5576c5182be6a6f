import { isPolicySlug } from '../shop/policies.ts'

/** Paths on which Google's script may run: none where a password, an address, a contact or a payment is typed or shown. */
const MEASURED = /^(?:\/(?:products|product\/[^/]+|cart|wishlist|order-success))?$/
/** Separates the page's title from the shop's name. */
const TITLE_BAR = '|'

/** Parameters that identify the page; others may be personal data. */
const PAGE_PARAMETERS = /^(?:category|parentCategory|featured|page|sort)$/

export function isMeasuredPage(path: string): boolean {
  const plain = path.replace(/\/$/, '')
  return MEASURED.test(plain) || isPolicySlug(plain.slice(1))
}

/** Returns the page title for Google. For a search it is the shop's name, because search words may be personal data. */
export function measuredTitle(title: string, address: string): string {
  if (!new URL(address).searchParams.has('search')) return title
  return title.slice(title.lastIndexOf(TITLE_BAR) + 1).trim()
}

/** Returns the page URL for Google, with the ad tags and the parameters that identify the page. */
export function measuredUrl(address: string, isAdTag: (name: string) => boolean): string {
  const { origin, pathname, searchParams } = new URL(address)
  const parameters = [...searchParams].filter(([name]) => PAGE_PARAMETERS.test(name) || isAdTag(name))
  return `${origin}${pathname}${parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''}`
}
