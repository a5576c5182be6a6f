import { showCarriedToast } from '../lib/browser/carried-toasts.ts'
import { itemCount } from '../lib/domain/cart.ts'
import { $cart } from '../lib/stores/cart.ts'
import { $session, checkSession } from '../lib/stores/session.ts'
import { addErrorToast } from '../lib/stores/toasts.ts'
import { storeMessages } from '../lib/messages/store.ts'
import { renderToasts } from './toasts.ts'

/** What every page runs: the shopper's marks stay true, toasts appear. */
checkSession()
window.addEventListener('pageshow', checkSession)

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
sayStoreFailure()
document.addEventListener('section-shown', sayStoreFailure)

/** The page says by a mark that the store's record failed; its footer, when that followed later. */
function sayStoreFailure(): void {
  const marked = document.querySelector<HTMLElement>('[data-store-failed]')
  if (!marked) return
  delete marked.dataset.storeFailed
  addErrorToast({ title: storeMessages.loadFailed })
}
