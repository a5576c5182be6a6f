import { CART_KEY } from '@tanabana/contract/constants.ts'
import { savedList } from '../platform/saved-list.ts'
import { isSaved, readStored } from '../platform/storage.ts'
import { addErrorToast, addToast } from '../platform/toasts.ts'
import { hasLine, parseCart } from './cart.ts'
import type { CartLine } from './cart.ts'
import { applyAction, joinTabs } from './sync-tabs.ts'
import type { CartAction } from './sync-tabs.ts'

/** Cart messages of every page. */
const cartMessages = {
  added: { title: 'Added to cart' },
  updated: { title: 'Cart updated' },
  /** Beyond the specification: the browser's storage is full or disabled. */
  notSaved: { title: 'Cart not saved', body: 'Free some browser storage and try again.' },
}

export const EMPTY_CART: CartLine[] = []

/**
 * Lines in the order of addition, saved under `cart` and in step with other tabs. Drops invalid lines.
 * docs/requirements.md#42-cart
 */
export const $cart = savedList(CART_KEY, EMPTY_CART, parseCart)

const broadcast = joinTabs($cart)

/** Adds a line, with a toast. Returns false, and adds nothing, when the browser saves nothing beyond this page. */
export function addToCart(line: CartLine): boolean {
  const before = latestCart()
  const isStored = changeCart({ type: 'add', line })
  if (isStored)
    addToast({ ...(hasLine(before, line) ? cartMessages.updated : cartMessages.added), body: line.name })
  // The next press, once there is room, must not add the line twice.
  else $cart.set(before)
  return isStored
}

/** Returns the stored cart, which may be newer than `$cart`: another tab's storage event can still be in flight. */
export function latestCart(): CartLine[] {
  const stored = readStored(CART_KEY)
  return stored === null ? $cart.get() : parseCart(stored)
}

/** Changes the cart here and in other tabs. Returns false, after a toast, when the browser saves nothing beyond this page. */
export function changeCart(action: CartAction): boolean {
  broadcast(action)
  $cart.set(applyAction(latestCart(), action))
  const isStored = isSaved(CART_KEY)
  if (!isStored) addErrorToast(cartMessages.notSaved)
  return isStored
}
