import { addToCart, $cart } from '../lib/cart/cart-store.ts'
import { cardOf } from '../lib/cart/card.ts'
import type { CardData } from '../lib/cart/card.ts'
import { viewedIds } from '../lib/catalogue/viewed-ids.ts'
import { isWished, toggleWished, $wishlist } from '../lib/wishlist/wishlist.ts'
import { showCount } from './show-count.ts'
import { whenParsed } from './when-parsed.ts'

const loadMore = () => import('./more-products.ts')
const loadQuickView = () => import('./quick-view.ts')

/** Distance below the screen at which more products load. */
const NEAR = '600px'

/**
 * Handles the three buttons of all product cards, also of cards that load later. docs/requirements.md#27-product-card
 * docs/requirements.md#42-cart
 */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null
  const card = button && cardOf(button)
  if (!card) return
  switch (button.dataset.action) {
    case 'add-to-cart':
      addToCart({ ...card, quantity: 1 })
      break
    case 'wish':
      toggleWished(card)
      break
    case 'quick-view':
      quickView(button, card)
  }
})

markWishes()

whenParsed(() => {
  for (const more of document.querySelectorAll<HTMLElement>('[data-more], [data-row]')) showWhenNear(more)
})

function showWhenNear(more: HTMLElement): void {
  const observer = new IntersectionObserver(
    (entries) => {
      // Or above the screen: the shopper may have scrolled past it before this script ran.
      const isNear = entries.some((entry) => entry.isIntersecting || entry.boundingClientRect.bottom < 0)
      if (!isNear || !hasProducts(more)) return
      observer.disconnect()
      stopWatching()
      loadMore().then(
        (script) => script.showMoreProducts(more),
        () => more.classList.remove('min-h-screen'),
      )
    },
    { rootMargin: NEAR },
  )
  observer.observe(more)
  // A product that leaves the cart is one to show.
  const stopWatching = $cart.listen(() => {
    observer.unobserve(more)
    observer.observe(more)
  })
}

/** Whether it has a row or related products, or a viewed one that is neither the page's nor in the cart. */
function hasProducts({ dataset: { row, related, product } }: HTMLElement): boolean {
  if ((row ?? related) !== undefined) return true
  const known = [product, ...$cart.get().map(({ id }) => id)]
  return viewedIds().some((viewed) => !known.some((id) => id === viewed))
}

/** Loads the dialog's code on first use. When that fails, opens the product page. */
function quickView(button: HTMLElement, { id, variantId, shownColor }: CardData): void {
  loadQuickView()
    .then((script) => script.openQuickView(id, { variant: variantId, color: shownColor }))
    .catch(() => button.closest('[data-card]')?.querySelector('a')?.click())
}

/** Updates the hearts and the badge from the wishlist, also after a change in another tab. */
function markWishes(): void {
  $wishlist.subscribe(mark)
  document.addEventListener('section-shown', mark)
}

function mark(): void {
  showCount('[data-wish-count]', $wishlist.get().length)
  for (const button of document.querySelectorAll<HTMLElement>('[data-action=wish]')) {
    button.ariaPressed = String(isWished($wishlist.get(), cardOf(button)?.id ?? ''))
  }
}
