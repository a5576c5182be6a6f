import { WISHLIST_KEY } from '@tanabana/contract/constants.ts'
import { parseList, toRecord } from '../platform/parse-stored.ts'
import { savedList } from '../platform/saved-list.ts'
import { isSaved } from '../platform/storage.ts'
import { addErrorToast } from '../platform/toasts.ts'

/** Wishlist messages, beyond the specification. */
const wishlistMessages = {
  /** The browser's storage is full or disabled. */
  notSaved: { title: 'Wishlist not saved', body: 'Free some browser storage and try again.' },
}

/**
 * A product on the wishlist page without a call to the API; `price` in rupees.
 * docs/requirements.md#1111-wishlist-and-quick-view
 */
export interface WishlistItem {
  id: string
  name: string
  image: string
  price: number
  originalPrice?: number
  /** The colour that the picture shows. */
  shownColor?: string
  /** The chosen variant. */
  variantId?: string
}

const EMPTY_WISHLIST: WishlistItem[] = []

/** Wished products, newest first. Drops invalid items. */
export const $wishlist = savedList(WISHLIST_KEY, EMPTY_WISHLIST, (stored) =>
  parseList(stored).filter(isWishlistItem),
)

export function isWished(items: WishlistItem[], id: string): boolean {
  return items.some((item) => item.id === id)
}

/** Adds or removes the product. Shows a toast and changes nothing when the browser saves nothing. */
export function toggleWished(item: WishlistItem): void {
  setWish(item.id, isWished($wishlist.get(), item.id) ? undefined : item)
}

/**
 * Puts the item in front, in place of one of the same product; `undefined` removes that one. Returns false, after a
 * toast, and changes nothing when the browser saves nothing.
 */
export function setWish(id: string, item: WishlistItem | undefined): boolean {
  const items = $wishlist.get()
  const others = items.filter((other) => other.id !== id)
  $wishlist.set(item ? [pickFields(item), ...others] : others)
  if (isSaved(WISHLIST_KEY)) return true
  $wishlist.set(items)
  addErrorToast(wishlistMessages.notSaved)
  return false
}

/** Drops the other fields of a product's card. */
function pickFields(item: WishlistItem): WishlistItem {
  const { id, name, image, price, originalPrice, shownColor, variantId } = item
  return { id, name, image, price, originalPrice, shownColor, variantId }
}

function isWishlistItem(value: unknown): value is WishlistItem {
  const item: Partial<Record<keyof WishlistItem, unknown>> = toRecord(value)
  return (
    typeof item.id === 'string' &&
    typeof item.name === 'string' &&
    typeof item.image === 'string' &&
    Number.isFinite(item.price) &&
    (item.originalPrice === undefined || Number.isFinite(item.originalPrice)) &&
    [item.shownColor, item.variantId].every((text) => text === undefined || typeof text === 'string')
  )
}
