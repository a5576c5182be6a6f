import { readConsent } from '../lib/analytics/consent.ts'
import { measuredTitle } from '../lib/analytics/measured-page.ts'
import { readPurchase, removePurchase } from '../lib/analytics/purchase.ts'
import { addedLines, shopEvent } from '../lib/analytics/shop-event.ts'
import { $cart } from '../lib/cart/cart-store.ts'
import { cardOf } from '../lib/cart/card.ts'
import { gtag } from './google-tag.ts'
import { loadState } from './load-state.ts'

/** A shopper may agree, decline and agree again on one page. */
let isMeasuring = false

/** True while a shopper's action on this page is handled. Changes by other tabs and pages happen at other times. */
let isActing = false

/** Starts or stops reporting the events of this page. */
export function measure(isAllowed: boolean): void {
  if (!isAllowed) return forgetOtherOrder()
  if (isMeasuring) return
  isMeasuring = true
  // With the state loaded, a press changes the cart before `isActing` ends.
  loadState().catch(() => undefined)
  track('page_view', { page_title: measuredTitle(document.title, location.href) })
  document.addEventListener('section-shown', trackProduct)
  trackProduct()
  trackPurchase()
  $cart.listen((lines, before) => {
    const added = addedLines(before, lines)
    if (isActing && added.length > 0) track('add_to_cart', shopEvent(added))
  })
  for (const type of ['click', 'submit']) document.addEventListener(type, act, true)
  // In the capture phase, before the click navigates away.
  document.addEventListener('click', trackCheckout, true)
}

function act(): void {
  isActing = true
  setTimeout(() => (isActing = false))
}

function track(name: string, facts: object): void {
  if (readConsent() === 'granted') gtag('event', name, facts)
}

/** Reports the product of a product page, also one that was pending. */
function trackProduct(): void {
  const form = document.querySelector('main [data-product-form]')
  const card = form && cardOf(form)
  if (!card) return
  document.removeEventListener('section-shown', trackProduct)
  track('view_item', shopEvent([{ ...card, selectedSize: undefined, selectedColor: undefined, quantity: 1 }]))
}

function trackCheckout({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('[data-begins-checkout]'))
    track('begin_checkout', shopEvent($cart.get()))
}

function trackPurchase(): void {
  if (location.pathname !== '/order-success') return
  const purchase = readPurchase()
  if (purchase) {
    const { orderId, lines, total } = purchase
    track('purchase', { ...shopEvent(lines), value: total / 100, transaction_id: orderId })
  }
  removePurchase()
}

/** Keeps only the order being paid here for the next order-success page. */
function forgetOtherOrder(): void {
  const orderId = location.pathname === '/payment' && new URLSearchParams(location.search).get('orderId')
  if (orderId && orderId !== readPurchase()?.orderId) removePurchase()
}
