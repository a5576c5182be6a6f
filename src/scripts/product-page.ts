import { formLineOf } from '../lib/cart/card.ts'
import { connectExtras } from './product-extras.ts'
import { listenToProductForms } from './product-form.ts'
import { whenUsed } from './when-used.ts'

const loadVariants = () => import('./variant-form.ts')
const loadZoom = () => import('./gallery-zoom.ts')

/** A navigation to the cart that takes longer counts as stopped by the shopper. */
const LEFT_WITHIN_MS = 10_000

const main = document.querySelector('main')

/**
 * Opens /cart after Add to Cart and carries the toast there. Quick View has its own handler.
 * docs/requirements.md#29-product-page
 */
if (main)
  listenToProductForms(main, (form, { carryToast, dismissToast, $toasts }) => {
    const toast = $toasts.get().at(-1)
    if (!toast) return
    carryToast(toast)
    dismissToast(toast.id)
    form.ariaBusy = 'true'
    const release = () => (form.ariaBusy = null)
    // Accept additions again after the back/forward cache or a stopped navigation.
    addEventListener('pagehide', release)
    setTimeout(release, LEFT_WITHIN_MS)
    location.assign(form.action)
  })

// Choices respond at once, and without a network too.
if (main?.querySelector('[data-variants]')) whenUsed(() => void loadVariants().catch(() => undefined))

// Firefox checks a `<link rel="prefetch">` against `default-src`, which allows nothing.
const { cartStyles } = document.querySelector<HTMLElement>('[data-cart-styles]')?.dataset ?? {}
if (cartStyles)
  whenUsed(() => {
    // In the browser's cache for the cart; without it, the cart loads it.
    fetch(cartStyles, { priority: 'low' })
      .then((response) => response.text())
      .catch(() => undefined)
  })

// The links work without this script. Leave those that open another tab or window to the browser.
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = event.target.closest('a')
  if (link?.dataset.action === 'back') goBack(event)
  else if (link?.dataset.action === 'zoom') zoom(event, link)
  else if (link?.matches('.gallery-thumbnails a')) leadTo(event, link)
})

let isInitialized = false
initialize()
document.addEventListener('section-shown', initialize)

document.addEventListener(
  'scroll',
  ({ target }) => {
    if (target === pictures()) markShown()
  },
  true,
)

/** Goes back when the previous page belongs to this shop; otherwise the link opens the products. */
function goBack(event: Event): void {
  if (history.length < 2 || !document.referrer.startsWith(`${location.origin}/`)) return
  event.preventDefault()
  history.back()
}

/** Loads the full-screen view on first use. When that fails or the browser lacks support, the link opens the file. */
function zoom(event: Event, link: HTMLAnchorElement): void {
  event.preventDefault()
  loadZoom()
    .then((script) => script.openZoom(link))
    .catch(() => location.assign(link.href))
}

/** Scrolls to the picture without scrolling the page. */
function leadTo(event: Event, thumbnail: Element): void {
  event.preventDefault()
  const track = pictures()
  track?.scrollTo({ left: thumbnails().indexOf(thumbnail) * track.clientWidth })
}

/**
 * Initializes the page for its product, also one that was pending. Runs once: the shopper may have cleared the viewed
 * products since.
 */
function initialize(): void {
  // The shopper may have swiped through the pictures before this script ran.
  markShown()
  const form = main?.querySelector<HTMLFormElement>('form[data-line]')
  const line = form && formLineOf(form)
  if (!line || isInitialized) return
  isInitialized = true
  connectExtras(form, line)
}

/** Marks the thumbnail of the visible picture. */
function markShown(): void {
  const track = pictures()
  const shown = track && Math.round(track.scrollLeft / track.clientWidth)
  for (const [index, thumbnail] of thumbnails().entries())
    thumbnail.ariaCurrent = index === shown ? 'true' : null
}

function pictures(): Element | null {
  return document.querySelector('.gallery-pictures')
}

function thumbnails(): Element[] {
  return [...document.querySelectorAll('.gallery-thumbnails li:not([hidden]) a')]
}
