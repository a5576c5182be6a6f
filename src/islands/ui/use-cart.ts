import { useStore } from '@nanostores/react'

import type { CartLine } from '../../lib/domain/cart.ts'
import { $cart, $cartTotal, $itemCount, EMPTY_CART } from '../../lib/stores/cart.ts'
import { useHydrated } from './use-hydrated.ts'

export interface Cart {
  lines: CartLine[]
  /** Rupees. */
  total: number
  itemCount: number
  /** False while the page still shows what the server wrote, which knows no cart: say neither full nor empty. */
  isKnown: boolean
}

/** The saved cart, in step with other tabs and safe over server HTML. §4 Cart */
export function useCart(): Cart {
  return {
    lines: useStore($cart, { ssr: () => EMPTY_CART }),
    total: useStore($cartTotal, { ssr: () => 0 }),
    itemCount: useStore($itemCount, { ssr: () => 0 }),
    isKnown: useHydrated(),
  }
}
