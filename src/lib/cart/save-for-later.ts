import { toRecord } from '../platform/parse-stored.ts'
import { addToast } from '../platform/toasts.ts'
import { setWish, type WishlistItem, $wishlist } from '../wishlist/wishlist.ts'
import { replaceCart, undoOf } from './cart-actions.ts'
import { addToCart, latestCart } from './cart-store.ts'
import { isSameLine, type CartLine, type LineKey } from './cart.ts'
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

/** Moves a wished product into the cart, with the choice that it has. The wish stays when the cart can't be saved. */
export function moveToCart(item: WishlistItem): void {
  const { id, name, image, price, variantId } = item
  if (addToCart({ id, name, image, price, ...savedChoice(item), variantId, quantity: 1 }))
    setWish(id, undefined)
}

/** Returns the choice with which a wished product was saved for later; empty for another one. */
export function savedChoice({ choice }: WishlistItem): Omit<LineKey, 'id'> {
  const { selectedSize, selectedColor, otherOptions } = toRecord(choice)
  return {
    selectedSize: textOf(selectedSize),
    selectedColor: textOf(selectedColor),
    otherOptions: textOf(otherOptions),
  }
}

/** Whether the cart has the product, with the choice with which it was saved for later, if it was. */
export function isInCart(item: WishlistItem, lines: CartLine[]): boolean {
  const key = { id: item.id, ...savedChoice(item) }
  return lines.some((line) => (item.choice === undefined ? line.id === item.id : isSameLine(line, key)))
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

interface SavedItem {
  /** Restores the earlier wish of this product, if there was one. */
  undo: () => void
}

/** Puts a cart line with its choice on the wishlist. Returns `undefined`, after a toast, when it can't be saved. */
export function saveForLater(line: CartLine): SavedItem | undefined {
  const { id, name, image, price, selectedSize, selectedColor, otherOptions, variantId } = line
  const earlier = $wishlist.get().find((item) => item.id === id)
  const choice = { selectedSize, selectedColor, otherOptions }
  const isStored = setWish(id, { id, name, image, price, shownColor: selectedColor, variantId, choice })
  return isStored ? { undo: () => void setWish(id, earlier) } : undefined
}
