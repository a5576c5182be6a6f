import { useStore } from '@nanostores/react'

import { $cart, EMPTY_CART } from '../../lib/cart/cart-store.ts'
import { itemCount } from '../../lib/cart/cart.ts'
import type { CartLine } from '../../lib/cart/cart.ts'
import { sumOfLines } from '../../lib/catalogue/money.ts'
import { useHydrated } from '../ui/page-hooks.ts'

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

/**
 * Returns React keys that survive a change of size or colour: the product id with the line's position among the
 * product's lines.
 */
export function lineKeys(lines: CartLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map(({ id }) => {
    const place = seen.get(id) ?? 0
    seen.set(id, place + 1)
    return `${place} ${id}`
  })
}
