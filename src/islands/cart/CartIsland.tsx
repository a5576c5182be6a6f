import { useStore } from '@nanostores/react'
import { useRef } from 'react'

import { browserClient } from '../../lib/auth/browser-client.ts'
import { loginPath, registerPath } from '../../lib/auth/return-path.ts'
import { checkSession, $session } from '../../lib/auth/session-store.ts'
import { clearCart, removeFromCart } from '../../lib/cart/cart-actions.ts'
import { cartPageMessages } from '../../lib/cart/messages.ts'
import { moveToWishlist } from '../../lib/cart/save-for-later.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { carryToast } from '../../lib/platform/toasts.ts'
import { buttonClasses, linkClasses, panelClasses } from '../../styles/classes.ts'
import { Placeholder } from '../ui/Loading.tsx'
import { CartLineItem } from './CartLineItem.tsx'
import { lineKeys, useCart, useCurrentProducts } from './use-cart.ts'
import { useUndoKey } from './use-undo-key.ts'

const client = browserClient()

interface Props {
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities?: Capability[] | undefined
  /** Delivery and its days in the shopper's language. */
  delivery?: string
}

/** The cart page. The server does not know the cart, so its HTML shows neither lines nor an empty cart. */
export function CartIsland({ capabilities, delivery }: Props) {
  const { lines, total, itemCount, isKnown } = useCart()
  const products = useCurrentProducts(lines, client, capabilities)
  const asksForChoices = capabilities?.includes('order-lines') ?? false
  const keys = lineKeys(lines)
  const region = useRef<HTMLDivElement>(null)
  useUndoKey(keepFocus)

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
                product={asksForChoices ? products.get(line.id) : undefined}
                onRemove={() => {
                  removeFromCart(line.id)
                  keepFocus()
                }}
                onSaveForLater={() => {
                  moveToWishlist(line)
                  keepFocus()
                }}
              />
            ))}
          </ul>
          <CartSummary
            total={total}
            itemCount={itemCount}
            delivery={delivery}
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

/** Placeholders for two lines and the summary. */
function CartSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-8 lg:grid-cols-3 lg:items-start lg:gap-12">
      <div className="divide-y divide-line border-y border-line lg:col-span-2">
        {[1, 2].map((line) => (
          <div key={line} className="flex gap-4 py-6 md:gap-6">
            <Placeholder className="h-32 w-24 shrink-0" />
            <div className="flex-1">
              <Placeholder className="h-6 w-2/3" />
              <Placeholder className="mt-3 h-4 w-1/3" />
            </div>
          </div>
        ))}
      </div>
      <Placeholder className="h-48" />
    </div>
  )
}

interface CartSummaryProps {
  /** In rupees. */
  total: number
  itemCount: number
  delivery: string | undefined
  onClear: () => void
}

/** Subtotal, Checkout, a guest's way to an account, and Clear Cart. docs/requirements.md#210-cart-page */
function CartSummary({ total, itemCount, delivery, onClear }: CartSummaryProps) {
  const session = useStore($session, { ssr: 'initial' })
  return (
    <section aria-label={t('Summary')} className={`${panelClasses} grid gap-4`}>
      <p aria-live="polite" className="flex flex-wrap justify-between gap-x-4 text-lg">
        <span>
          {fill(t(itemCount === 1 ? 'Subtotal ({count} item)' : 'Subtotal ({count} items)'), {
            count: itemCount,
          })}
        </span>
        <strong className="tabular-nums">{formatPrice(total)}</strong>
      </p>
      {delivery && <p className="text-sm text-muted">{delivery}</p>}
      <button type="button" data-begins-checkout onClick={goToCheckout} className={buttonClasses.primary}>
        {t('Checkout')}
      </button>
      {session === 'guest' && (
        <p className="text-center text-sm">
          {t('No account yet?')}{' '}
          <a
            href={registerPath('/checkout')}
            data-begins-checkout
            className={`${linkClasses} inline-flex min-h-target items-center px-1`}
          >
            {t('Create an account')}
          </a>
        </p>
      )}
      <button type="button" onClick={onClear} className={buttonClasses.quiet}>
        {t('Clear Cart')}
      </button>
    </section>
  )
}

/** Sends a guest to sign-in, which returns to the checkout and shows the toast. docs/requirements.md#210-cart-page */
function goToCheckout(): void {
  checkSession()
  if ($session.get() === 'signed-in') return location.assign('/checkout')
  carryToast(cartPageMessages.loginRequired)
  location.assign(loginPath('/checkout'))
}
