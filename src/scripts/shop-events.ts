import { forgetBought, readBought } from '../lib/browser/bought.ts'
import { readConsent } from '../lib/browser/consent.ts'
import { toldTitle } from '../lib/domain/measured-page.ts'
import { addedLines, shopEvent } from '../lib/domain/shop-event.ts'
import { $cart } from '../lib/stores/cart.ts'
import { cardOf } from './card-data.ts'
import { gtag } from './google-tag.ts'

/** A shopper may agree, decline and agree again on one page. */
let isMeasuring = false

/** While something that the shopper does is answered: what other tabs and pages did is taken up at other times. */
let isActing = false

/** Tells what happens on this page, where it may be told. */
export function measure(isTold: boolean): void {
  if (!isTold) return forgetOtherOrder()
  if (isMeasuring) return
  isMeasuring = true
  tell('page_view', { page_title: toldTitle(document.title, location.href) })
  document.addEventListener('section-shown', tellProduct)
  tellProduct()
  tellPurchase()
  $cart.listen((lines, before) => {
    const added = addedLines(before, lines)
    if (isActing && added.length > 0) tell('add_to_cart', shopEvent(added))
  })
  for (const type of ['click', 'submit']) document.addEventListener(type, act, true)
  // Before the click leads away.
  document.addEventListener('click', tellCheckout, true)
}

function act(): void {
  isActing = true
  setTimeout(() => (isActing = false))
}

function tell(name: string, facts: object): void {
  if (readConsent() === 'granted') gtag('event', name, facts)
}

/** The product of a product page, also when it comes late. */
function tellProduct(): void {
  const form = document.querySelector('main [data-product-form]')
  const card = form && cardOf(form)
  if (!card) return
  document.removeEventListener('section-shown', tellProduct)
  tell('view_item', shopEvent([{ ...card, selectedSize: undefined, selectedColor: undefined, quantity: 1 }]))
}

function tellCheckout({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('[data-begins-checkout]'))
    tell('begin_checkout', shopEvent($cart.get()))
}

function tellPurchase(): void {
  if (location.pathname !== '/order-success') return
  const bought = readBought()
  if (bought) tell('purchase', { ...shopEvent(bought.lines), transaction_id: bought.orderId })
  forgetBought()
}

/** What is paid for here is what the next thanks are for. */
function forgetOtherOrder(): void {
  const orderId = location.pathname === '/payment' && new URLSearchParams(location.search).get('orderId')
  if (orderId && orderId !== readBought()?.orderId) forgetBought()
}
