import { persistentAtom } from '@nanostores/persistent'

import { WISHLIST_KEY } from '../constants.ts'
import { parseList } from '../domain/parse-list.ts'
import { wishlistMessages } from '../messages/wishlist.ts'
import { addErrorToast } from './toasts.ts'

/** What the wishlist page shows of a product without asking the API; `price` in rupees. design §7 */
export interface WishlistItem {
  id: string
  name: string
  image: string
  price: number
}

const EMPTY_WISHLIST: WishlistItem[] = []

/** Wished products, newest first; unreadable items are dropped. */
export const $wishlist = persistentAtom<WishlistItem[]>(WISHLIST_KEY, EMPTY_WISHLIST, {
  decode: (stored) => parseList(stored).filter(isWishlistItem),
  encode: JSON.stringify,
})

export function isWished(items: WishlistItem[], id: string): boolean {
  return items.some((item) => item.id === id)
}

/** Adds the product, or takes it out when it is there; a toast where the browser's storage takes nothing. */
export function toggleWished(item: WishlistItem): void {
  const items = $wishlist.get()
  try {
    $wishlist.set(isWished(items, item.id) ? items.filter((other) => other.id !== item.id) : [item, ...items])
  } catch {
    addErrorToast(wishlistMessages.notKept)
  }
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
