import { persistentAtom } from '@nanostores/persistent'
import { computed } from 'nanostores'

import { CART_KEY } from '../constants.ts'
import {
  addLine,
  cartTotal,
  hasLine,
  itemCount,
  parseCart,
  removeProduct,
  setQuantity,
  type CartLine,
  type LineKey,
} from '../domain/cart.ts'
import { cartMessages } from '../messages/cart.ts'
import { addToast } from './toasts.ts'

export const EMPTY_CART: CartLine[] = []

/** Lines in the order added; saved under `cart`, unreadable lines are dropped, other tabs stay in step. §4 Cart */
export const $cart = persistentAtom<CartLine[]>(CART_KEY, EMPTY_CART, {
  decode: parseCart,
  encode: JSON.stringify,
})

/** Rupees. §3 Cart line */
export const $cartTotal = computed($cart, cartTotal)

/** Sum of quantities: the header's badge. §3 Cart line */
export const $itemCount = computed($cart, itemCount)

export function addToCart(line: CartLine): void {
  const isKnown = hasLine($cart.get(), line)
  $cart.set(addLine($cart.get(), line))
  addToast({ ...(isKnown ? cartMessages.updated : cartMessages.added), body: line.name })
}

/** Takes every line of that product out. §4 Cart */
export function removeFromCart(id: string): void {
  $cart.set(removeProduct($cart.get(), id))
  addToast(cartMessages.removed)
}

/** A quantity below 1 is ignored silently. §4 Cart */
export function updateQuantity(key: LineKey, quantity: number): void {
  $cart.set(setQuantity($cart.get(), key, quantity))
}

export function clearCart(): void {
  $cart.set(EMPTY_CART)
  addToast(cartMessages.cleared)
}

/** Empties the cart without a word: its order was created. §2 Checkout */
export function emptyCartAfterOrder(): void {
  $cart.set(EMPTY_CART)
}
