import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import { $cart, EMPTY_CART } from '../../lib/cart/cart-store.ts'
import { itemCount } from '../../lib/cart/cart.ts'
import type { CartLine } from '../../lib/cart/cart.ts'
import { $currentProducts, lookUpProducts, NO_PRODUCTS } from '../../lib/cart/current-products.ts'
import type { CurrentProduct } from '../../lib/cart/line-issues.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { cartTotal, type CartTotal } from '../../lib/quote/cart-total.ts'
import { $quote, NO_QUOTE } from '../../lib/quote/quote-store.ts'
import { useHydrated } from '../ui/page-hooks.ts'

export interface Cart {
  lines: CartLine[]
  total: CartTotal
  itemCount: number
  /** False until hydration: show neither lines nor an empty cart then. */
  isKnown: boolean
}

/** Returns the saved cart, in step with other tabs and safe for hydration. docs/requirements.md#42-cart */
export function useCart(): Cart {
  const lines = useStore($cart, { ssr: () => EMPTY_CART })
  const quote = useStore($quote, { ssr: () => NO_QUOTE })
  return { lines, total: cartTotal(lines, quote), itemCount: itemCount(lines), isKnown: useHydrated() }
}

/**
 * Returns the current products of the cart by id. Fetches new ones on mount and all when the page is shown again,
 * and updates the prices of the lines. A failed look-up changes nothing.
 */
export function useCurrentProducts(
  lines: CartLine[],
  client: StoreClient,
  capabilities: readonly Capability[] | undefined,
): ReadonlyMap<string, CurrentProduct> {
  const products = useStore($currentProducts, { ssr: () => NO_PRODUCTS })
  const ids = [...new Set(lines.map(({ id }) => id))]
  const idsKey = JSON.stringify(ids)

  const lookUpNew = useEffectEvent(() => {
    void lookUpProducts(
      client,
      ids.filter((id) => !$currentProducts.get().has(id)),
      capabilities,
    )
  })
  const lookUpAgain = useEffectEvent(() => void lookUpProducts(client, ids, capabilities))

  useEffect(() => lookUpNew(), [idsKey])

  useEffect(() => {
    const watch = new AbortController()
    const lookUpWhenShown = () => {
      if (!document.hidden) lookUpAgain()
    }
    const lookUpAfterReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) lookUpAgain()
    }
    document.addEventListener('visibilitychange', lookUpWhenShown, watch)
    window.addEventListener('pageshow', lookUpAfterReturn, watch)
    return () => watch.abort()
  }, [])

  return products
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
