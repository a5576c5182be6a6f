import type { CartLine } from '../cart/cart.ts'
import { isWished, toggleWished, $wishlist } from './wishlist.ts'

export interface SavedItem {
  /** Puts the wishlist's item of this product back to what it was before. */
  undo: () => void
}

/** Puts a cart line with its variant on the wishlist. Returns `undefined`, after a toast, when it can't be saved. */
export function saveForLater(line: CartLine): SavedItem | undefined {
  const { id, name, image, price, selectedColor, variantId } = line
  const earlier = $wishlist.get().find((item) => item.id === id)
  if (earlier) toggleWished(earlier)
  toggleWished({ id, name, image, price, shownColor: selectedColor, variantId })
  if (!isWished($wishlist.get(), id)) return undefined
  return {
    undo() {
      const saved = $wishlist.get().find((item) => item.id === id)
      if (saved) toggleWished(saved)
      if (earlier) toggleWished(earlier)
    },
  }
}
