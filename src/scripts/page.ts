import { showCarriedToast } from '../lib/browser/carried-toasts.ts'
import { followSession } from '../lib/browser/session-tabs.ts'
import { itemCount } from '../lib/domain/cart.ts'
import { $cart } from '../lib/stores/cart.ts'
import { $session } from '../lib/stores/session.ts'
import { addErrorToast } from '../lib/stores/toasts.ts'
import { renderToasts } from './toasts.ts'
import './search-field.ts'

/** Runs on every page: keeps the session state and the badges current, and shows toasts. */
followSession()

$session.subscribe((session) => {
  document.documentElement.dataset.session = session
})

$cart.subscribe((lines) => {
  const count = itemCount(lines)
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    badge.textContent = String(count)
    badge.hidden = count === 0
  }
})

renderToasts()
showCarriedToast()
const { storeFailed } = document.documentElement.dataset
if (storeFailed) addErrorToast({ title: storeFailed })
