import { addToast } from '../platform/toasts.ts'
import { $cart, changeCart, latestCart } from './cart-store.ts'
import { removeOrderedLines, type CartLine, type LineChoice, type LineKey } from './cart.ts'
import { cartPageMessages } from './messages.ts'

/** Removes every line of the product. docs/requirements.md#42-cart */
export function removeFromCart(id: string): void {
  if (changeCart({ type: 'remove', id })) addToast(cartPageMessages.removed)
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

export function clearCart(): void {
  if (changeCart({ type: 'clear' })) addToast(cartPageMessages.cleared)
}

/** Removes the ordered lines without a toast. Keeps lines that another tab has added since. docs/requirements.md#211-checkout-page */
export function emptyCartAfterOrder(ordered: CartLine[]): void {
  const left = removeOrderedLines(latestCart(), ordered)
  changeCart({ type: 'clear' })
  for (const line of left) changeCart({ type: 'add', line })
}
