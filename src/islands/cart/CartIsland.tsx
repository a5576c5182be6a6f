import { useStore } from '@nanostores/react'
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react'

import { browserClient } from '../../lib/auth/browser-client.ts'
import { loginPath, registerPath } from '../../lib/auth/return-path.ts'
import { checkSession, $session } from '../../lib/auth/session-store.ts'
import { clearCart, removeFromCart } from '../../lib/cart/cart-actions.ts'
import { $cart } from '../../lib/cart/cart-store.ts'
import { hasIssues } from '../../lib/cart/line-issues.ts'
import { $lineRefusals, issuesOfLine, needsChoice } from '../../lib/cart/line-refusals.ts'
import { cartPageMessages } from '../../lib/cart/messages.ts'
import { moveToWishlist } from '../../lib/cart/save-for-later.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { carryToast } from '../../lib/platform/toasts.ts'
import type { CartTotal } from '../../lib/quote/cart-total.ts'
import { readOfferCode } from '../../lib/quote/offer-code.ts'
import { readVisitPinCode } from '../../lib/quote/pin-code.ts'
import { deliveryTo, quotedLine } from '../../lib/quote/quote-store.ts'
import { EMPTY_WISHLIST, $wishlist } from '../../lib/wishlist/wishlist.ts'
import { buttonClasses, linkClasses, panelClasses } from '../../styles/classes.ts'
import type { CartQuoteProps } from '../quote/CartQuote.tsx'
import { deducted, discountLabel, Savings } from '../quote/TotalRows.tsx'
import { useQuote } from '../quote/use-quote.ts'
import { Placeholder } from '../ui/Loading.tsx'
import { useReturn } from '../ui/page-hooks.ts'
import { CartLineItem } from './CartLineItem.tsx'
import { focusLineIssue, showLineIssue } from './show-line-issue.ts'
import { lineKeys, useCart, useCurrentProducts } from './use-cart.ts'
import { useUndoKey } from './use-undo-key.ts'

const client = browserClient()

/** When its script fails to load, the cart works without. */
const CartQuote = lazy<ComponentType<CartQuoteProps>>(() =>
  import('../quote/CartQuote.tsx').catch(() => ({ default: () => null })),
)

const loadSavedForLater = () => import('./SavedForLater.tsx')
/** When its script fails to load, the wishlist has the same products. */
const SavedForLater = lazy<ComponentType>(() =>
  loadSavedForLater().then(
    ({ SavedForLater: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
)

interface Props {
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities?: Capability[] | undefined
  /** Delivery and its days in the shopper's language. */
  delivery?: string
}

/** The cart page. The server does not know the cart, so its HTML shows neither lines nor an empty cart. */
export function CartIsland({ capabilities, delivery }: Props) {
  const { lines, total, itemCount, isKnown } = useCart()
  const [postalCode, setPostalCode] = useState(readVisitPinCode)
  const [offerCode, setOfferCode] = useState(readOfferCode)
  const quote = useQuote(client, capabilities, { lines, postalCode, offerCode })
  const hasQuotes = capabilities?.includes('quotes') ?? false
  const products = useCurrentProducts(
    // A quote names what is wrong; the product of a line is needed to choose again.
    hasQuotes ? lines.filter((line) => needsChoice(quotedLine(quote, line))) : lines,
    client,
    capabilities,
  )
  const asksForChoices = capabilities?.includes('order-lines') ?? false
  const keys = lineKeys(lines)
  const region = useRef<HTMLDivElement>(null)
  const hasSaved = useHasHadItems(useStore($wishlist, { ssr: () => EMPTY_WISHLIST }))
  useUndoKey(focusCart)
  useReturn(() => {
    setPostalCode(readVisitPinCode())
    setOfferCode(readOfferCode())
  })

  /** Leads to the first line that its quote says can't be ordered; else to the checkout. */
  function checkOut(): void {
    for (const line of hasQuotes ? lines : []) {
      const issues = issuesOfLine(line, products.get(line.id), $lineRefusals.get(), quotedLine(quote, line))
      if (!hasIssues(issues)) continue
      showLineIssue(line, issues)
      return focusLineIssue(region.current)
    }
    goToCheckout()
  }

  /** Keeps the focus in the cart when the focused line is gone, and shows an empty cart from its top. */
  function focusCart(): void {
    region.current?.focus()
    if ($cart.get().length === 0) scrollTo({ top: 0 })
  }

  if (!isKnown) return <CartSkeleton />
  return (
    <>
      <div
        ref={region}
        tabIndex={-1}
        role="group"
        aria-label={t('Cart')}
        className="rounded outline-offset-8"
      >
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
                  quoted={quotedLine(quote, line)}
                  onRemove={() => {
                    removeFromCart(line.id)
                    focusCart()
                  }}
                  onSaveForLater={() => {
                    moveToWishlist(line)
                    focusCart()
                  }}
                />
              ))}
            </ul>
            <CartSummary
              total={total}
              itemCount={itemCount}
              delivery={deliveryTo(quote, postalCode)?.served === false ? undefined : delivery}
              onCheckout={checkOut}
              onClear={() => {
                clearCart()
                focusCart()
              }}
            >
              {hasQuotes && (
                <Suspense fallback={<Placeholder className="h-24" />}>
                  <CartQuote
                    state={quote}
                    capabilities={capabilities ?? []}
                    postalCode={postalCode}
                    setPostalCode={setPostalCode}
                    offerCode={offerCode}
                    setOfferCode={setOfferCode}
                  />
                </Suspense>
              )}
            </CartSummary>
          </div>
        )}
      </div>
      {hasSaved && (
        <Suspense fallback={null}>
          <SavedForLater />
        </Suspense>
      )}
    </>
  )
}

/** Whether the list has or had an item: SavedForLater stays when its last one leaves, because the focus moves to it. */
function useHasHadItems(items: unknown[]): boolean {
  const [hadItems, setHadItems] = useState(false)
  if (items.length > 0 && !hadItems) setHadItems(true)
  return hadItems
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
  total: CartTotal
  itemCount: number
  delivery: string | undefined
  onCheckout: () => void
  onClear: () => void
  /** Shown before Checkout. */
  children: ReactNode
}

/** Subtotal, Checkout, a guest's way to an account, and Clear Cart. docs/requirements.md#210-cart-page */
function CartSummary({ total, itemCount, delivery, onCheckout, onClear, children }: CartSummaryProps) {
  const { subtotal, discount, saved } = total
  const session = useStore($session, { ssr: 'initial' })
  return (
    <section aria-label={t('Summary')} className={`${panelClasses} grid gap-4`}>
      <p aria-live="polite" className="flex flex-wrap justify-between gap-x-4 text-lg">
        <span>
          {fill(t(itemCount === 1 ? 'Subtotal ({count} item)' : 'Subtotal ({count} items)'), {
            count: itemCount,
          })}
        </span>
        <strong className="tabular-nums">{formatPrice(subtotal / 100)}</strong>
      </p>
      {discount && (
        <dl className="grid gap-2">
          <div className="flex flex-wrap justify-between gap-x-4">
            <dt>{discountLabel(discount)}</dt>
            <dd className="tabular-nums">{deducted(discount.amount)}</dd>
          </div>
          <div className="flex flex-wrap justify-between gap-x-4 text-lg">
            <dt>{t('To pay')}</dt>
            <dd className="font-semibold tabular-nums">{formatPrice(total.total / 100)}</dd>
          </div>
        </dl>
      )}
      <Savings saved={saved} />
      {delivery && <p className="text-sm text-muted">{delivery}</p>}
      {children}
      <button type="button" data-begins-checkout onClick={onCheckout} className={buttonClasses.primary}>
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
