import { addToast } from '../platform/toasts.ts'
import { saveForLater } from '../wishlist/save-for-later.ts'
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
