import { addErrorToast, showCarriedToast } from '../lib/platform/toasts.ts'
import { followSession, $session } from '../lib/auth/session-store.ts'
import { itemCount } from '../lib/cart/cart.ts'
import { $cart } from '../lib/cart/cart-store.ts'
import { OFFER_CODE_KEY, writeStored } from '../lib/platform/storage.ts'
import { renderToasts } from './toasts.ts'

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

/** The code of a link such as `/?offer=WELCOME10` waits in the cart (lib/quote/offer-code.ts). */
const [, offerCode] = /[?&]offer=([\w-]+)/.exec(location.search) ?? []
if (offerCode) writeStored(OFFER_CODE_KEY, offerCode)

/** The menu and other popovers open without a script; Back closes them. */
if ((history.state as { overlays?: unknown } | null)?.overlays) loadCloseOnBack()
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
