import { productUrl } from '../lib/domain/product-path.ts'
import { addToCart } from '../lib/stores/cart.ts'
import { toggleWished } from '../lib/stores/wishlist.ts'
import { cardOf } from './card-data.ts'
import { markWishes } from './wishes.ts'

/** The three buttons of every product card, of cards that come later too. §2 Product card, §4 Cart */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null
  const card = button && cardOf(button)
  if (!card) return
  switch (button.dataset.action) {
    case 'add-to-cart':
      return addToCart({ ...card, quantity: 1 })
    case 'wish':
      return toggleWished({ id: card.id, name: card.name, image: card.image, price: card.price })
    case 'quick-view':
      return quickView(card.id)
  }
})

markWishes()

// Not before the page itself has all that it needs.
if (document.readyState === 'complete') showMore()
else addEventListener('load', showMore)

function showMore(): void {
  if (document.querySelector('[data-more]')) import('./more-products.ts').catch(() => undefined)
}

/** What shows a product in a dialog is fetched when it is first asked for; without it the product's page shows it. */
function quickView(id: string): void {
  import('./quick-view.ts').then(
    (script) => script.openQuickView(id),
    () => location.assign(productUrl(id)),
  )
}
