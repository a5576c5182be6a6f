import { useStore } from '@nanostores/react'

import { itemCount, type CartLine } from '../../lib/cart/cart.ts'
import { sumOfLines } from '../../lib/catalogue/money.ts'
import { $cart, EMPTY_CART } from '../../lib/cart/cart-store.ts'
import { useHydrated } from './use-hydrated.ts'

export interface Cart {
  lines: CartLine[]
  /** In rupees. */
  total: number
  itemCount: number
  /** False until hydration: show neither lines nor an empty cart then. */
  isKnown: boolean
}

/** Returns the saved cart, in step with other tabs and safe for hydration. docs/requirements.md#42-cart */
export function useCart(): Cart {
  const lines = useStore($cart, { ssr: () => EMPTY_CART })
  return { lines, total: sumOfLines(lines), itemCount: itemCount(lines), isKnown: useHydrated() }
}
