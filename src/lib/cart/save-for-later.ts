import { addToast } from '../platform/toasts.ts'
import { setWish, $wishlist } from '../wishlist/wishlist.ts'
import { replaceCart, undoOf } from './cart-actions.ts'
import { latestCart } from './cart-store.ts'
import { isSameLine, type CartLine } from './cart.ts'
import { cartPageMessages } from './messages.ts'

/** Moves one line to the wishlist; its toast can undo it. Changes nothing when the wishlist can't be saved. */
export function moveToWishlist(line: CartLine): void {
  const before = latestCart()
  const saved = saveForLater(line)
  if (!saved) return
  const left = before.filter((other) => !isSameLine(other, line))
  if (replaceCart(left)) addToast(cartPageMessages.savedForLater, undoOf(before, saved.undo))
  else saved.undo()
}

interface SavedItem {
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
