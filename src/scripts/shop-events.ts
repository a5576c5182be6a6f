import { readConsent } from '../lib/browser/consent.ts'
import { addedLines, shopEvent, type ShopEvent } from '../lib/domain/shop-event.ts'
import { $cart } from '../lib/stores/cart.ts'
import { cardOf } from './card-data.ts'
import { gtag } from './google-tag.ts'

/** What is being bought, from the checkout until the thanks: pages in between are not Google's. */
const BOUGHT_KEY = 'being-bought'

interface Bought extends ShopEvent {
  transaction_id?: string
}

/** Somebody may agree, decline and agree again on one page. */
let isMeasuring = false

/** Tells what happens on this page, where it may be told; else notes what belongs to a purchase. */
export function measure(isTold: boolean): void {
  if (!isTold) return noteBought()
  if (isMeasuring) return
  isMeasuring = true
  tell('page_view', { page_title: document.title })
  tellProduct()
  tellPurchase()
  $cart.listen((lines, before) => {
    const added = addedLines(before, lines)
    // The other tabs of the shop hear of it too.
    if (added.length > 0 && document.visibilityState === 'visible') tell('add_to_cart', shopEvent(added))
  })
  // Before the click leads away.
  document.addEventListener('click', tellCheckout, true)
}

function tell(name: string, facts: object): void {
  if (readConsent() === 'granted') gtag('event', name, facts)
}

function tellProduct(): void {
  const form = document.querySelector('main [data-product-form]')
  const card = form && cardOf(form)
  if (card)
    tell(
      'view_item',
      shopEvent([{ ...card, selectedSize: undefined, selectedColor: undefined, quantity: 1 }]),
    )
}

function tellCheckout({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('[data-begins-checkout]'))
    tell('begin_checkout', shopEvent($cart.get()))
}

function tellPurchase(): void {
  if (location.pathname !== '/order-success') return
  const bought = readBought()
  keepBought(undefined)
  if (bought?.transaction_id) tell('purchase', bought)
}

function noteBought(): void {
  if (location.pathname === '/checkout') return keepBought(shopEvent($cart.get()))
  const orderId = location.pathname === '/payment' && new URLSearchParams(location.search).get('orderId')
  const bought = readBought()
  if (!orderId || !bought) return
  const isOther = bought.transaction_id !== undefined && bought.transaction_id !== orderId
  keepBought(isOther ? undefined : { ...bought, transaction_id: orderId })
}

function readBought(): Bought | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(BOUGHT_KEY) ?? '') as Bought
  } catch {
    return undefined
  }
}

function keepBought(bought: Bought | undefined): void {
  try {
    if (bought) sessionStorage.setItem(BOUGHT_KEY, JSON.stringify(bought))
    else sessionStorage.removeItem(BOUGHT_KEY)
  } catch {
    // A browser without storage tells of no purchase.
  }
}
