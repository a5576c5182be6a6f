import { isSaved, readStored } from '../browser/stored.ts'
import { CART_KEY } from '../constants.ts'
import { hasLine, parseCart, type CartLine } from '../domain/cart.ts'
import { applyDeed, type CartDeed } from '../domain/cart-deeds.ts'
import { cartMessages } from '../messages/cart.ts'
import { joinTabs } from './cart-tabs.ts'
import { savedList } from './saved-list.ts'
import { addErrorToast, addToast } from './toasts.ts'

export const EMPTY_CART: CartLine[] = []

/** Lines in the order added; saved under `cart`, unreadable lines are dropped, other tabs stay in step. docs/requirements.md#42-cart */
export const $cart = savedList(CART_KEY, EMPTY_CART, parseCart)

const tellTabs = joinTabs($cart)

/** False after a toast when the browser keeps nothing beyond this page: the line is not added then. */
export function addToCart(line: CartLine): boolean {
  const before = latestCart()
  const isKept = changeCart({ act: 'add', line })
  if (isKept)
    addToast({ ...(hasLine(before, line) ? cartMessages.updated : cartMessages.added), body: line.name })
  // Pressed again once there is room, it must not count twice.
  else $cart.set(before)
  return isKept
}

/** What another tab wrote a moment ago counts, although its event is still on the way here. */
export function latestCart(): CartLine[] {
  const stored = readStored(CART_KEY)
  return stored === null ? $cart.get() : parseCart(stored)
}

/** Changes the cart, here and in other tabs. False after a toast when the browser keeps nothing beyond this page. */
export function changeCart(deed: CartDeed): boolean {
  tellTabs(deed)
  $cart.set(applyDeed(latestCart(), deed))
  const isKept = isSaved(CART_KEY)
  if (!isKept) addErrorToast(cartMessages.notKept)
  return isKept
}
