import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import type { CartLine } from '../../lib/cart/cart.ts'
import { $currentProducts, lookUpProducts, NO_PRODUCTS } from '../../lib/cart/current-products.ts'
import type { CurrentProduct } from '../../lib/cart/line-issues.ts'

/**
 * Returns the current products of the cart by id. Fetches new ones on mount and all when the page is shown again,
 * and updates the prices of the lines. A failed look-up changes nothing.
 */
export function useCurrentProducts(
  lines: CartLine[],
  client: StoreClient,
): Readonly<Record<string, CurrentProduct>> {
  const products = useStore($currentProducts, { ssr: () => NO_PRODUCTS })
  const ids = [...new Set(lines.map(({ id }) => id))]
  const idsKey = JSON.stringify(ids)

  const lookUpNew = useEffectEvent(() => {
    void lookUpProducts(
      client,
      ids.filter((id) => !(id in $currentProducts.get())),
    )
  })
  const lookUpAgain = useEffectEvent(() => void lookUpProducts(client, ids))

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
