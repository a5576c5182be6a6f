import { useEffect, useState } from 'react'

import type { CartLine } from '../../lib/cart/cart.ts'
import { checkoutMessages } from '../../lib/checkout/messages.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { t } from '../../lib/i18n/translate.ts'
import { addErrorToast } from '../../lib/platform/toasts.ts'
import { buttonClasses, linkClasses } from '../../styles/classes.ts'
import { useCart } from '../cart/use-cart.ts'
import { useProtectedPage, useReturn } from '../ui/page-hooks.ts'
import { CheckoutForm } from './CheckoutForm.tsx'

interface Props {
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities: Capability[] | undefined
  /** Sentences about delivery and returns, in the shopper's language. */
  terms?: string[]
}

/** The checkout page, for a signed-in shopper with a cart. docs/requirements.md#211-checkout-page */
export function CheckoutIsland({ capabilities, terms = [] }: Props) {
  const isSignedIn = useProtectedPage()
  const cart = useCart()
  // From Create Order until the payment page, the ordered lines stay on screen at their prices.
  const [shownLines, setShownLines] = useState<CartLine[]>()
  const lines = shownLines ?? cart.lines
  const isEmpty = isSignedIn && lines.length === 0

  useEffect(() => {
    if (isEmpty) addErrorToast(checkoutMessages.cartEmpty)
  }, [isEmpty])

  useReturn(() => setShownLines(undefined))

  if (!isSignedIn) return null
  if (isEmpty) return <EmptyCheckout />
  return (
    <CheckoutForm lines={lines} capabilities={capabilities} terms={terms} setShownLines={setShownLines} />
  )
}

function EmptyCheckout() {
  const { title, body } = checkoutMessages.cartEmpty
  const [before, after] = t('Already ordered? Find it and pay for it in {link}.').split('{link}')
  return (
    <div className="grid justify-items-center gap-4 border-y border-line py-20 text-center">
      <h2 className="text-2xl">{t(title)}</h2>
      <p className="text-muted">{t(body)}</p>
      <a href="/products" className={`${buttonClasses.primary} mt-2`}>
        {t('Continue Shopping')}
      </a>
      <p className="text-sm">
        {before}
        <a href="/orders" className={linkClasses}>
          {t('My Orders')}
        </a>
        {after}
      </p>
    </div>
  )
}
