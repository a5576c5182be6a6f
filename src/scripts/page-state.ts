import { $session, followSession } from '../lib/auth/session-store.ts'
import { itemCount } from '../lib/cart/cart.ts'
import { cardOf } from '../lib/cart/card.ts'
import { $cart } from '../lib/cart/cart-store.ts'
import { addErrorToast, showCarriedToast } from '../lib/platform/toasts.ts'
import { isWished, $wishlist } from '../lib/wishlist/wishlist.ts'
import { showCount } from './show-count.ts'
import { renderToasts } from './toasts.ts'

export { addToCart } from '../lib/cart/cart-store.ts'
export { saveOfferCode } from '../lib/quote/offer-code.ts'
export {
  addErrorToast,
  addFormErrorToast,
  addToast,
  carryToast,
  dismissToast,
  $toasts,
} from '../lib/platform/toasts.ts'
export { toggleWished } from '../lib/wishlist/wishlist.ts'

/** Keeps session, badges and hearts current, also after a change in another tab, and shows toasts. */
followSession()
$session.subscribe((session) => {
  document.documentElement.dataset.session = session
})

$cart.subscribe((lines) => showCount('[data-cart-count]', itemCount(lines)))

$wishlist.subscribe(markWishes)
document.addEventListener('section-shown', markWishes)

renderToasts()
showCarriedToast()
const { storeFailed } = document.documentElement.dataset
if (storeFailed) addErrorToast({ title: storeFailed })

function markWishes(): void {
  const items = $wishlist.get()
  showCount('[data-wish-count]', items.length)
  for (const button of document.querySelectorAll<HTMLElement>('[data-action=wish]'))
    button.ariaPressed = String(isWished(items, cardOf(button)?.id ?? ''))
}
