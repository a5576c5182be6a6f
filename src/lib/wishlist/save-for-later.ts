import type { CartLine } from '../cart/cart.ts'
import { setWish, $wishlist } from './wishlist.ts'

export interface SavedItem {
  /** Restores the earlier wish of this product, if there was one. */
  undo: () => void
}

/** Puts a cart line with its variant on the wishlist. Returns `undefined`, after a toast, when it can't be saved. */
export function saveForLater(line: CartLine): SavedItem | undefined {
  const { id, name, image, price, selectedColor, variantId } = line
  const earlier = $wishlist.get().find((item) => item.id === id)
  const isStored = setWish(id, { id, name, image, price, shownColor: selectedColor, variantId })
  return isStored ? { undo: () => void setWish(id, earlier) } : undefined
}
