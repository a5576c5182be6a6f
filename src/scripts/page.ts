import { OFFER_CODE_KEY, writeStored } from '../lib/platform/storage.ts'
import { cardChanges } from './card-changes.ts'
import { loadState } from './load-state.ts'
import { whenParsed } from './when-parsed.ts'
import { whenUsed } from './when-used.ts'

let areCardsLoaded = false
let areColorsLoaded = false

async function loadCards(): Promise<void> {
  await Promise.all([import('./cards.ts'), loadState()])
  areCardsLoaded = true
}

async function loadColors(): Promise<void> {
  await import('./card-colors.ts')
  areColorsLoaded = true
}

/**
 * Runs on every page, whose inline scripts have shown session, badges and hearts. Loads what keeps them current and shows
 * toasts (page-state.ts), and the code of cards, when the shopper uses the page, or at once where the page needs them.
 */
whenParsed(() => {
  whenUsed(loadPageCode)
  if (isNeededAtOnce()) loadPageCode()
  const visible = new IntersectionObserver(
    (parts) => parts.some((part) => part.isIntersecting) && loadPageCode(),
  )
  for (const part of document.querySelectorAll('[data-more], [data-row]')) visible.observe(part)
  markSwatches()
  const field = document.querySelector('[data-suggests]')
  if (field && field === document.activeElement) loadSuggestions()
  else field?.addEventListener('focus', loadSuggestions, { once: true })
})

// What has to know of a change by another tab reads it from storage.
addEventListener('storage', loadPageCode)
addEventListener('pageshow', ({ persisted }) => persisted && loadPageCode())
document.addEventListener('visibilitychange', () => document.hidden || loadPageCode())

/**
 * Without the code, the page says that it is incomplete (scripts/inline/lost-scripts.js); a press or a return to the page
 * tries again.
 */
function loadPageCode(): void {
  loadState().catch(() => undefined)
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

/** Controls of cards that wait for their press. */
const pressed = new Set<HTMLElement>()
let lastPress: Promise<unknown> = Promise.resolve()
let isRepeating = false

// A press on a card waits for its code, for the press before it, and for the colour that was chosen for the card.
document.addEventListener(
  'click',
  (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const control =
      target instanceof Element ? target.closest<HTMLElement>('button[data-action], [data-color]') : null
    // Leave links that open another tab or window to the browser.
    if (!control || isRepeating || ctrlKey || metaKey || shiftKey) return
    const isReady = isSwatch(control)
      ? areColorsLoaded
      : areCardsLoaded && !cardChanges.has(cardElementOf(control))
    if (isReady && pressed.size === 0) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // Count repeated presses on a waiting control once.
    if (pressed.has(control)) return
    pressed.add(control)
    lastPress = press(control, lastPress)
  },
  true,
)

async function press(control: HTMLElement, earlier: Promise<unknown>): Promise<void> {
  try {
    await (isSwatch(control) ? loadColors() : loadCards())
    await earlier
    if (!isSwatch(control)) await cardChanges.get(cardElementOf(control))
    isRepeating = true
    control.click()
  } catch {
    if (control instanceof HTMLAnchorElement) location.assign(control.href)
  }
  isRepeating = false
  pressed.delete(control)
}

function isSwatch(control: HTMLElement): boolean {
  return control.matches('[data-color]')
}

function cardElementOf(control: HTMLElement): Element {
  return control.closest('[data-card]') ?? control
}

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

// A popover may already be open. Browsers without popovers reject the selector.
if ('popover' in document.body && document.querySelector(':popover-open')) loadCloseOnBack()
else document.addEventListener('beforetoggle', loadCloseOnBack, { capture: true, once: true })

/** Loads the script with which Back closes the menu and other popovers. Without it, Back leaves the page. */
function loadCloseOnBack(): void {
  import('./close-on-back.ts').catch(() => undefined)
}

const { supports } = HTMLScriptElement as { supports?: (type: string) => boolean }
if (!supports?.('speculationrules')) whenUsed(loadNextProduct)

/** Without the script, the next page loads with the click. */
function loadNextProduct(): void {
  import('./next-product.ts').catch(() => undefined)
}

/**
 * Loads suggestions when the search field is first used, for stores with the capability `suggestions`. Without the script
 * the field still searches. docs/requirements.md#116-suggestions
 */
function loadSuggestions(): void {
  import('./suggestions.ts').catch(() => undefined)
}
