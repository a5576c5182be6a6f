import { OFFER_CODE_KEY, writeStored } from '../lib/platform/storage.ts'
import { loadState } from './load-state.ts'
import { whenUsed } from './when-used.ts'

const loadCards = () => Promise.all([import('./cards.ts'), loadState()])
const loadColors = () => import('./card-colors.ts')

/**
 * Runs on every page, whose inline scripts have shown session, badges and hearts. Loads what keeps them current and shows
 * toasts (page-state.ts), and the code of cards, when the shopper uses the page, or at once where the page needs them.
 */
whenUsed(loadPageCode)
const untilLoaded = new AbortController()
const { signal } = untilLoaded
// What has to know of a change by another tab reads it from storage.
addEventListener('storage', loadPageCode, { signal })
addEventListener('pageshow', ({ persisted }) => persisted && loadPageCode(), { signal })
document.addEventListener('visibilitychange', () => document.hidden || loadPageCode(), { signal })
if (isNeededAtOnce()) loadPageCode()

/** Without the code, the page says that it is incomplete (scripts/inline/lost-scripts.js), and the next use tries again. */
function loadPageCode(): void {
  loadState().then(
    () => untilLoaded.abort(),
    () => undefined,
  )
  if (document.querySelector('[data-card], [data-more], [data-row]')) loadCards().catch(() => undefined)
  if (document.querySelector('[data-color]')) loadColors().catch(() => undefined)
}

/** Islands read the session and show toasts; an earlier page of this visit may have left a toast or an unsaved cart. */
function isNeededAtOnce(): boolean {
  if (document.documentElement.dataset.storeFailed || document.querySelector('astro-island')) return true
  try {
    return sessionStorage.length > 0
  } catch {
    return false
  }
}

let lastPress = Promise.resolve()
holdPresses('button[data-action]', loadCards)
holdPresses('[data-color]', loadColors)

/** Repeats presses of these controls in their order once their code has loaded; without it, a link leads to its page. */
function holdPresses(selector: string, load: () => Promise<unknown>): void {
  const untilReady = new AbortController()
  const pressed = new Set<HTMLElement>()

  async function press(control: HTMLElement): Promise<void> {
    const earlier = lastPress
    // Repeated presses count once.
    if (pressed.has(control)) return earlier
    pressed.add(control)
    try {
      await load()
      await earlier
      untilReady.abort()
      control.click()
    } catch {
      if (control instanceof HTMLAnchorElement) location.assign(control.href)
    }
    pressed.delete(control)
  }

  document.addEventListener(
    'click',
    (event) => {
      const { target, ctrlKey, metaKey, shiftKey } = event
      const control = target instanceof Element ? target.closest<HTMLElement>(selector) : null
      // Leave links that open another tab or window to the browser.
      if (!control || ctrlKey || metaKey || shiftKey) return
      event.preventDefault()
      event.stopImmediatePropagation()
      lastPress = press(control)
    },
    { signal: untilReady.signal, capture: true },
  )
}

const visible = new IntersectionObserver(
  (parts) => parts.some((part) => part.isIntersecting) && loadPageCode(),
)
for (const part of document.querySelectorAll('[data-more], [data-row]')) visible.observe(part)

markSwatches()
document.addEventListener('section-shown', () => {
  markSwatches()
  loadPageCode()
})

/** Gives the swatches the role of buttons: pressing one changes the card instead of the page. */
function markSwatches(): void {
  for (const swatch of document.querySelectorAll<HTMLAnchorElement>('[data-color]:not([role])')) {
    swatch.role = 'button'
    swatch.ariaPressed = String(swatch.ariaCurrent === 'true')
    swatch.ariaCurrent = null
  }
}

/** The code of a link such as `/?offer=WELCOME10` waits in the cart (lib/quote/offer-code.ts). */
const [, offerCode] = /[?&]offer=([\w-]+)/.exec(location.search) ?? []
if (offerCode) writeStored(OFFER_CODE_KEY, offerCode)

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
