import { $session, followSession } from '../lib/auth/session-store.ts'
import { itemCount } from '../lib/cart/cart.ts'
import { $cart } from '../lib/cart/cart-store.ts'
import { addErrorToast, showCarriedToast } from '../lib/platform/toasts.ts'
import { showCount } from './show-count.ts'
import { renderToasts } from './toasts.ts'
import { whenParsed } from './when-parsed.ts'

export { addToCart } from '../lib/cart/cart-store.ts'
export {
  addErrorToast,
  addFormErrorToast,
  addToast,
  carryToast,
  dismissToast,
  $toasts,
} from '../lib/platform/toasts.ts'

/** Keeps session and cart badge current, also after a change in another tab, and shows toasts. */
followSession()
$session.subscribe((session) => {
  document.documentElement.dataset.session = session
})

$cart.subscribe((lines) => showCount('[data-cart-count]', itemCount(lines)))

whenParsed(() => {
  renderToasts()
  showCarriedToast()
  const { storeFailed } = document.documentElement.dataset
  if (storeFailed) addErrorToast({ title: storeFailed })
})
