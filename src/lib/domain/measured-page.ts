import { isPolicySlug } from './policies.ts'

/**
 * Where a shop that measures its visits may have Google's script: nowhere that a password, an address, a contact or a
 * payment is typed or shown.
 */
const MEASURED = /^(?:\/(?:products|product\/[^/]+|cart|wishlist|order-success))?$/
/** Between what a page is about and the shop's name. */
const TITLE_BAR = '|'

/** What of an address says which page it is; the rest may be about a person. */
const TOLD = /^(?:category|parentCategory|featured|page|sort)$/

export function isMeasuredPage(path: string): boolean {
  const plain = path.replace(/\/$/, '')
  return MEASURED.test(plain) || isPolicySlug(plain.slice(1))
}

/** The page's title as Google gets it: of a search only the shop's name, because its words may be about a person. */
export function toldTitle(title: string, address: string): string {
  if (!new URL(address).searchParams.has('search')) return title
  return title.slice(title.lastIndexOf(TITLE_BAR) + 1).trim()
}

/** The address as it is told to Google: the page, and the ad that led to it. */
export function toldAddress(address: string, isAdTag: (name: string) => boolean): string {
  const { origin, pathname, searchParams } = new URL(address)
  const told = [...searchParams].filter(([name]) => TOLD.test(name) || isAdTag(name))
  return `${origin}${pathname}${told.length > 0 ? `?${new URLSearchParams(told)}` : ''}`
}
