import { persistentAtom } from '@nanostores/persistent'

import { readStored } from '../browser/stored.ts'
import { CART_KEY } from '../constants.ts'
import {
  addLine,
  hasLine,
  parseCart,
  removeProduct,
  setQuantity,
  type CartLine,
  type LineKey,
} from '../domain/cart.ts'
import { cartMessages } from '../messages/cart.ts'
import { addErrorToast, addToast } from './toasts.ts'

export const EMPTY_CART: CartLine[] = []

/** Lines in the order added; saved under `cart`, unreadable lines are dropped, other tabs stay in step. §4 Cart */
export const $cart = persistentAtom<CartLine[]>(CART_KEY, EMPTY_CART, {
  decode: parseCart,
  encode: JSON.stringify,
})

export function addToCart(line: CartLine): void {
  const isKnown = hasLine(latest(), line)
  if (!change((lines) => addLine(lines, line))) return
  addToast({ ...(isKnown ? cartMessages.updated : cartMessages.added), body: line.name })
}

/** Takes every line of that product out. §4 Cart */
export function removeFromCart(id: string): void {
  if (change((lines) => removeProduct(lines, id))) addToast(cartMessages.removed)
}

/** A quantity below 1 is ignored silently. §4 Cart */
export function updateQuantity(key: LineKey, quantity: number): void {
  change((lines) => setQuantity(lines, key, quantity))
}

export function clearCart(): void {
  if (change(() => EMPTY_CART)) addToast(cartMessages.cleared)
}

/** Empties the cart without a word: its order was created. §2 Checkout */
export function emptyCartAfterOrder(): void {
  change(() => EMPTY_CART)
}

/** What another tab wrote a moment ago counts, although its event is still on the way here. */
function latest(): CartLine[] {
  const stored = readStored(CART_KEY)
  return stored === null ? $cart.get() : parseCart(stored)
}

/** False after a toast when the browser's storage takes nothing more. */
function change(update: (lines: CartLine[]) => CartLine[]): boolean {
  try {
    $cart.set(update(latest()))
    return true
  } catch {
    addErrorToast(cartMessages.notKept)
    return false
  }
}
