import { addErrorToast, showCarriedToast } from '../lib/platform/toasts.ts'
import { followSession, $session } from '../lib/auth/session-store.ts'
import { itemCount } from '../lib/cart/cart.ts'
import { $cart } from '../lib/cart/cart-store.ts'
import { showCount } from './show-count.ts'
import { renderToasts } from './toasts.ts'

/** Runs on every page: keeps the session state and the badges current, and shows toasts. */
followSession()

$session.subscribe((session) => {
  document.documentElement.dataset.session = session
})

$cart.subscribe((lines) => showCount('[data-cart-count]', itemCount(lines)))

renderToasts()
showCarriedToast()
const { storeFailed } = document.documentElement.dataset
if (storeFailed) addErrorToast({ title: storeFailed })

/**
 * Loads the script with which Back closes the menu and other popovers; one may be open by now. Browsers without popovers
 * reject the selector.
 */
if ('popover' in document.body && document.querySelector(':popover-open')) loadCloseOnBack()
else document.addEventListener('beforetoggle', loadCloseOnBack, { capture: true, once: true })

/** Without the script, Back leaves the page. */
function loadCloseOnBack(): void {
  import('./close-on-back.ts').catch(() => undefined)
}

/**
 * Loads suggestions when the search field is first used, for stores with the capability `suggestions`.
 * docs/requirements.md#116-suggestions
 */
const field = document.querySelector('[data-suggests]')
if (field && field === document.activeElement) loadSuggestions()
else field?.addEventListener('focus', loadSuggestions, { once: true })

/** Without the script the field still searches. */
function loadSuggestions(): void {
  import('./suggestions.ts').catch(() => undefined)
}
