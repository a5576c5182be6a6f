import { useStore } from '@nanostores/react'

import { itemCount, type CartLine } from '../../lib/domain/cart.ts'
import { sumOfLines } from '../../lib/domain/paise.ts'
import { $cart, EMPTY_CART } from '../../lib/stores/cart.ts'
import { useHydrated } from './use-hydrated.ts'

export interface Cart {
  lines: CartLine[]
  /** Rupees. */
  total: number
  itemCount: number
  /** False while the page still shows what the server wrote, which knows no cart: say neither full nor empty. */
  isKnown: boolean
}

/** The saved cart, in step with other tabs and safe over server HTML. docs/requirements.md#42-cart */
export function useCart(): Cart {
  const lines = useStore($cart, { ssr: () => EMPTY_CART })
  return { lines, total: sumOfLines(lines), itemCount: itemCount(lines), isKnown: useHydrated() }
}
