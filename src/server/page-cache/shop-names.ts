import type { Shop } from '../upstream.ts'

const MADE_UP = /[?&](?:search|size|color|minPrice|maxPrice)=/

/** The name that a shop's pages are kept under, as one protocol shows them. */
export function nameOf({ protocol, host }: Shop): string {
  return `${protocol}//${host}`
}

/** The name of those pages of it that anybody may think up: words to search, prices, choices of filters. */
export function madeUpName(shop: Shop): string {
  return `${nameOf(shop)} made up`
}

/** The one of the two that a page is kept under. */
export function nameFor(shop: Shop, key: string): string {
  return MADE_UP.test(key) ? madeUpName(shop) : nameOf(shop)
}
