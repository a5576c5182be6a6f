import { persistentAtom } from '@nanostores/persistent'

import { readStored } from '../browser/stored.ts'
import { CART_KEY } from '../constants.ts'
import { hasLine, parseCart, type CartLine } from '../domain/cart.ts'
import { applyDeed, type CartDeed } from '../domain/cart-deeds.ts'
import { cartMessages } from '../messages/cart.ts'
import { joinTabs } from './cart-tabs.ts'
import { addErrorToast, addToast } from './toasts.ts'

export const EMPTY_CART: CartLine[] = []

/** Lines in the order added; saved under `cart`, unreadable lines are dropped, other tabs stay in step. §4 Cart */
export const $cart = persistentAtom<CartLine[]>(CART_KEY, EMPTY_CART, {
  decode: parseCart,
  encode: JSON.stringify,
})

const tellTabs = joinTabs($cart)

/** False after a toast when the browser's storage takes nothing. */
export function addToCart(line: CartLine): boolean {
  const isKnown = hasLine(latest(), line)
  const isKept = changeCart({ act: 'add', line })
  if (isKept) addToast({ ...(isKnown ? cartMessages.updated : cartMessages.added), body: line.name })
  return isKept
}

/** What another tab wrote a moment ago counts, although its event is still on the way here. */
function latest(): CartLine[] {
  const stored = readStored(CART_KEY)
  return stored === null ? $cart.get() : parseCart(stored)
}

/** For the actions beside `addToCart` (cart-actions.ts): false after a toast when the browser's storage takes nothing more. */
export function changeCart(deed: CartDeed): boolean {
  try {
    tellTabs(deed)
    $cart.set(applyDeed(latest(), deed))
    return true
  } catch {
    addErrorToast(cartMessages.notKept)
    return false
  }
}
