import { addToast, type ToastAction } from '../platform/toasts.ts'
import { $cart, changeCart, latestCart } from './cart-store.ts'
import { hasLine, removeOrderedLines, type CartLine, type LineChoice, type LineKey } from './cart.ts'
import { cartPageMessages } from './messages.ts'
import { restoreLines } from './restore-lines.ts'

/** Removes every line of the product; its toast can undo it. docs/requirements.md#42-cart */
export function removeFromCart(id: string): void {
  const before = latestCart()
  if (changeCart({ type: 'remove', id })) addToast(cartPageMessages.removed, undoOf(before))
}

/** A quantity below 1 is ignored silently. docs/requirements.md#42-cart */
export function updateQuantity(key: LineKey, quantity: number): void {
  changeCart({ type: 'quantity', key, quantity })
}

export function chooseForLine(key: LineKey, choice: LineChoice): void {
  changeCart({ type: 'choose', key, choice })
}

/** Sets the current price of a product, or of its variant, in rupees, on each of its lines and in all tabs. */
export function updatePrice(id: string, price: number, variantId?: string): void {
  const isChanged = $cart
    .get()
    .some((line) => line.id === id && line.variantId === variantId && line.price !== price)
  // A product without a price is parsed as 0: never sell a line for nothing.
  if (price > 0 && isChanged) changeCart({ type: 'price', id, price, variantId })
}

/** Empties the cart; its toast can undo it. docs/requirements.md#42-cart */
export function clearCart(): void {
  const before = latestCart()
  if (changeCart({ type: 'clear' })) addToast(cartPageMessages.cleared, undoOf(before))
}

/** Restores the lines that the last change has taken out, in all tabs. Keeps lines that were added since. */
export function undoOf(before: CartLine[], onUndone?: () => void): ToastAction {
  const after = latestCart()
  const removed = before.filter((line) => !hasLine(after, line))
  return {
    label: cartPageMessages.undo,
    run() {
      if (!replaceCart(restoreLines(latestCart(), before, removed))) return
      onUndone?.()
      addToast(cartPageMessages.restored)
    },
  }
}

/** Sets the lines by actions that every version of the page knows. Returns as `changeCart` does. */
export function replaceCart(lines: CartLine[]): boolean {
  let isStored = changeCart({ type: 'clear' })
  for (const line of lines) isStored = changeCart({ type: 'add', line })
  return isStored
}

/** Removes the ordered lines without a toast. Keeps lines that another tab has added since. docs/requirements.md#211-checkout-page */
export function emptyCartAfterOrder(ordered: CartLine[]): void {
  replaceCart(removeOrderedLines(latestCart(), ordered))
}
