import { isSaved } from '../browser/stored.ts'
import { WISHLIST_KEY } from '../constants.ts'
import { parseList } from '../domain/parse-list.ts'
import { wishlistMessages } from '../messages/wishlist.ts'
import { savedList } from './saved-list.ts'
import { addErrorToast } from './toasts.ts'

/** What the wishlist page shows of a product without asking the API; `price` in rupees. docs/requirements.md#1111-wishlist-and-quick-view */
export interface WishlistItem {
  id: string
  name: string
  image: string
  price: number
}

const EMPTY_WISHLIST: WishlistItem[] = []

/** Wished products, newest first; unreadable items are dropped. */
export const $wishlist = savedList(WISHLIST_KEY, EMPTY_WISHLIST, (stored) =>
  parseList(stored).filter(isWishlistItem),
)

export function isWished(items: WishlistItem[], id: string): boolean {
  return items.some((item) => item.id === id)
}

/** Adds the product, or removes it when it is there; a toast and no change where the browser keeps nothing. */
export function toggleWished(item: WishlistItem): void {
  const items = $wishlist.get()
  $wishlist.set(isWished(items, item.id) ? items.filter((other) => other.id !== item.id) : [item, ...items])
  if (isSaved(WISHLIST_KEY)) return
  $wishlist.set(items)
  addErrorToast(wishlistMessages.notKept)
}

function isWishlistItem(value: unknown): value is WishlistItem {
  if (typeof value !== 'object' || value === null) return false
  const item: Partial<Record<keyof WishlistItem, unknown>> = value
  return (
    typeof item.id === 'string' &&
    typeof item.name === 'string' &&
    typeof item.image === 'string' &&
    Number.isFinite(item.price)
  )
}
