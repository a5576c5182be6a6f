import type { CartLine, LineChoice, LineKey } from '../domain/cart.ts'
import { leftAfterOrder } from '../domain/order-creation.ts'
import { cartPageMessages } from '../messages/cart-page.ts'
import { $cart, changeCart, latestCart } from './cart.ts'
import { addToast } from './toasts.ts'

/** Takes every line of that product out. docs/requirements.md#42-cart */
export function removeFromCart(id: string): void {
  if (changeCart({ act: 'remove', id })) addToast(cartPageMessages.removed)
}

/** A quantity below 1 is ignored silently. docs/requirements.md#42-cart */
export function updateQuantity(key: LineKey, quantity: number): void {
  changeCart({ act: 'quantity', key, quantity })
}

export function chooseForLine(key: LineKey, choice: LineChoice): void {
  changeCart({ act: 'choose', key, choice })
}

/** The price that the product has now, in rupees, for each of its lines and in all tabs. */
export function updatePrice(id: string, price: number): void {
  const isChanged = $cart.get().some((line) => line.id === id && line.price !== price)
  // An odd product without any price is shown as 0: no reason to give a line away.
  if (price > 0 && isChanged) changeCart({ act: 'price', id, price })
}

export function clearCart(): void {
  if (changeCart({ act: 'clear' })) addToast(cartPageMessages.cleared)
}

/** Empties the cart without a word: its order was created. What another tab has added since stays. docs/requirements.md#211-checkout-page */
export function emptyCartAfterOrder(ordered: CartLine[]): void {
  const left = leftAfterOrder(latestCart(), ordered)
  changeCart({ act: 'clear' })
  for (const line of left) changeCart({ act: 'add', line })
}
