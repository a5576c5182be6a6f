import { useRef } from 'react'

import { cartPageMessages } from '../../lib/cart/messages.ts'
import { t } from '../../lib/i18n/translate.ts'
import type { Capability } from '../../lib/contract/store-info.ts'
import { clearCart, removeFromCart } from '../../lib/cart/cart-actions.ts'
import { buttonClasses } from '../../styles/classes.ts'
import { lineKeys } from '../ui/line-keys.ts'
import { useCart } from '../ui/use-cart.ts'
import { useCurrentProducts } from '../ui/use-current-products.ts'
import { useStoreClient } from '../ui/use-store-client.ts'
import { CartLineItem } from './CartLineItem.tsx'
import { CartSkeleton } from './CartSkeleton.tsx'
import { CartSummary } from './CartSummary.tsx'

interface Props {
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities?: Capability[] | undefined
}

/** The cart page. The server does not know the cart, so its HTML shows neither lines nor an empty cart. */
export function CartIsland({ capabilities }: Props) {
  const { lines, total, itemCount, isKnown } = useCart()
  const client = useStoreClient()
  const products = useCurrentProducts(lines, client)
  const asksForChoices = capabilities?.includes('order-lines') ?? false
  const keys = lineKeys(lines)
  const region = useRef<HTMLDivElement>(null)

  /** Keeps the focus in the cart when the focused line is removed. */
  function keepFocus(): void {
    region.current?.focus()
  }

  if (!isKnown) return <CartSkeleton />
  return (
    <div ref={region} tabIndex={-1} role="group" aria-label={t('Cart')} className="rounded outline-offset-8">
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="grid gap-8 lg:grid-cols-3 lg:items-start lg:gap-12">
          <ul tabIndex={-1} className="divide-y divide-line border-y border-line lg:col-span-2">
            {lines.map((line, index) => (
              <CartLineItem
                key={keys[index]}
                line={line}
                product={asksForChoices ? products[line.id] : undefined}
                onRemove={() => {
                  removeFromCart(line.id)
                  keepFocus()
                }}
              />
            ))}
          </ul>
          <CartSummary
            total={total}
            itemCount={itemCount}
            onClear={() => {
              clearCart()
              keepFocus()
            }}
          />
        </div>
      )}
    </div>
  )
}

function EmptyCart() {
  return (
    <div className="grid justify-items-center gap-6 border-y border-line py-20 text-center">
      <h2 className="text-2xl">{t(cartPageMessages.empty)}</h2>
      <a href="/" className={buttonClasses.primary}>
        {t('Continue Shopping')}
      </a>
    </div>
  )
}
