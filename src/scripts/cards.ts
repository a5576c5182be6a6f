import { cardOf } from '../lib/cart/card.ts'
import type { CardData } from '../lib/cart/card.ts'
import { VIEWED_KEY } from '@tanabana/contract/constants.ts'
import { readStored } from '../lib/platform/storage.ts'
import { loadState, type PageState } from './load-state.ts'
import { whenUsed } from './when-used.ts'

const loadColors = () => import('./card-colors.ts')
const loadMore = () => import('./more-products.ts')
const loadQuickView = () => import('./quick-view.ts')

let areSwatchesConnected = false

/** Distance below the screen at which more products load. */
const NEAR = '600px'

/**
 * Handles the three buttons of all product cards, also of cards that load later. docs/requirements.md#27-product-card
 * docs/requirements.md#42-cart
 */
document.addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element)) return
  pressSwatch(event, target.closest<HTMLAnchorElement>('[data-color]'))
  const button = target.closest<HTMLElement>('[data-action]')
  const card = button && cardOf(button)
  if (!card) return
  switch (button.dataset.action) {
    case 'add-to-cart':
      withState(({ addToCart }) => addToCart({ ...card, quantity: 1 }))
      break
    case 'wish':
      withState(({ toggleWished }) => toggleWished(card))
      break
    case 'quick-view':
      quickView(button, card)
  }
})

/** Without the code, the page says that it is incomplete, and the next press tries again. */
function withState(use: (state: PageState) => void): void {
  loadState().then(use, () => undefined)
}

markSwatches()
document.addEventListener('section-shown', markSwatches)
whenUsed(() => document.querySelector('[data-color]') && void connectSwatches())
document.addEventListener('pointerover', ({ target }) => {
  if (target instanceof Element && target.closest('[data-color]')) void connectSwatches()
})

/** Gives the swatches the role of buttons: pressing one changes the card instead of the page. */
function markSwatches(): void {
  for (const swatch of document.querySelectorAll<HTMLAnchorElement>('[data-color]:not([role])')) {
    swatch.role = 'button'
    swatch.ariaPressed = String(swatch.ariaCurrent === 'true')
    swatch.ariaCurrent = null
  }
}

/** Loads the code for swatches. Returns false without it; they are links then. */
async function connectSwatches(): Promise<boolean> {
  areSwatchesConnected ||= await loadColors().then(
    () => true,
    () => false,
  )
  return areSwatchesConnected
}

/** Lets a press on a swatch wait for its code. */
function pressSwatch(event: MouseEvent, swatch: HTMLAnchorElement | null): void {
  if (!swatch || areSwatchesConnected || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  void connectSwatches().then((isConnected) => (isConnected ? swatch.click() : location.assign(swatch.href)))
}

for (const more of document.querySelectorAll<HTMLElement>('[data-more], [data-row]')) {
  new IntersectionObserver(
    (entries, observer) => {
      // Or above the screen: the shopper may have scrolled past it before this script ran.
      const isNear = entries.some((entry) => entry.isIntersecting || entry.boundingClientRect.bottom < 0)
      if (!isNear || !(more.dataset.row ?? more.dataset.related ?? readStored(VIEWED_KEY))) return
      observer.disconnect()
      loadMore().then(
        (script) => script.showMoreProducts(more),
        () => more.classList.remove('min-h-screen'),
      )
    },
    { rootMargin: NEAR },
  ).observe(more)
}

/** Loads the dialog's code on first use. When that fails, opens the product page. */
function quickView(button: HTMLElement, { id, variantId, shownColor }: CardData): void {
  loadQuickView()
    .then((script) => script.openQuickView(id, { variant: variantId, color: shownColor }))
    .catch(() => button.closest('[data-card]')?.querySelector('a')?.click())
}
