import { loadState } from './load-state.ts'
import { whenUsed } from './when-used.ts'

const loadOfferCode = () => import('../lib/quote/offer-code.ts')

/**
 * Runs on every page, whose inline scripts have shown session, badges and hearts. Loads what keeps them current and shows
 * toasts (page-state.ts) once the page is used, or needs it before.
 */
const unused = new AbortController()
const { signal } = unused

/** Returns false without the code; the notice of scripts/inline/lost-scripts.js is shown then. */
function use(): Promise<boolean> {
  return Promise.all([loadState(), loadCards()]).then(
    () => {
      unused.abort()
      return true
    },
    () => false,
  )
}

whenUsed(() => void use())
document.addEventListener('visibilitychange', () => document.hidden || void use(), { signal })
addEventListener('pageshow', ({ persisted }) => persisted && void use(), { signal })
// A change by another tab: what has to know of it comes after the event.
addEventListener(
  'storage',
  (event) => void use().then(() => dispatchEvent(new StorageEvent('storage', event))),
  { signal },
)
// A press on a card waits for its code.
document.addEventListener(
  'click',
  (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const control =
      target instanceof Element && target.closest<HTMLElement>('button[data-action], [data-color]')
    // Leave links that open another tab or window to the browser.
    if (!control || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void use().then((isLoaded) => {
      if (isLoaded) control.click()
      else if (control instanceof HTMLAnchorElement) location.assign(control.href)
    })
  },
  { signal, capture: true },
)

const visible = new IntersectionObserver((parts) => parts.some((part) => part.isIntersecting) && void use())
for (const part of document.querySelectorAll('[data-more], [data-row]')) visible.observe(part)

markSwatches()
document.addEventListener('section-shown', () => {
  markSwatches()
  void use()
})

/** Loads the code of cards, of rows of cards and of swatches where the page has them. */
async function loadCards(): Promise<void> {
  await Promise.all([
    document.querySelector('[data-card], [data-more], [data-row]') && import('./cards.ts'),
    document.querySelector('[data-color]') && import('./card-colors.ts'),
  ])
}

/** Gives the swatches the role of buttons: pressing one changes the card instead of the page. */
function markSwatches(): void {
  for (const swatch of document.querySelectorAll<HTMLAnchorElement>('[data-color]:not([role])')) {
    swatch.role = 'button'
    swatch.ariaPressed = String(swatch.ariaCurrent === 'true')
    swatch.ariaCurrent = null
  }
}

const [, offerCode] = /[?&]offer=([\w-]+)/.exec(location.search) ?? []
/** The code of a link such as `/?offer=WELCOME10` waits in the cart. */
if (offerCode) void loadOfferCode().then(({ saveOfferCode }) => saveOfferCode(offerCode))
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
