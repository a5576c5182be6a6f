import './cards.ts'
import { loadState } from './load-state.ts'
import { whenUsed } from './when-used.ts'

/**
 * Runs on every page, whose inline scripts have shown session, badges and hearts. Loads what keeps them current and shows
 * toasts (page-state.ts) once the page is used, or needs it before.
 */
const unused = new AbortController()
const { signal } = unused

/** Without this script, the notice of scripts/inline/lost-scripts.js is shown. */
function use(): Promise<void> {
  return loadState().then(
    () => unused.abort(),
    () => undefined,
  )
}

whenUsed(() => void use())
document.addEventListener('section-shown', () => void use(), { signal })
document.addEventListener('visibilitychange', () => document.hidden || void use(), { signal })
addEventListener('pageshow', ({ persisted }) => persisted && void use(), { signal })
// A change by another tab: what has to know of it comes after the event.
addEventListener(
  'storage',
  (event) => void use().then(() => dispatchEvent(new StorageEvent('storage', event))),
  { signal },
)

const [, offerCode] = /[?&]offer=([\w-]+)/.exec(location.search) ?? []
/** The code of a link such as `/?offer=WELCOME10` waits in the cart (lib/quote/offer-code.ts). */
if (offerCode) void loadState().then(({ saveOfferCode }) => saveOfferCode(offerCode))
if (isNeededAtOnce()) void use()

/** Islands read the session and show toasts; an earlier page of this visit may have left a toast or an unsaved cart. */
function isNeededAtOnce(): boolean {
  if (document.documentElement.dataset.storeFailed || document.querySelector('astro-island')) return true
  try {
    return sessionStorage.length > 0
  } catch {
    return false
  }
}

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

/** Without the script, the next page loads with the click. */
const { supports } = HTMLScriptElement as { supports?: (type: string) => boolean }
if (!supports?.('speculationrules')) import('./next-product.ts').catch(() => undefined)

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
