import { carryToast } from '../lib/browser/carried-toasts.ts'
import { rememberViewed } from '../lib/browser/remember-viewed.ts'
import { $toasts, dismissToast } from '../lib/stores/toasts.ts'
import { connectBuyBar } from './buy-bar.ts'
import { formLineOf } from './card-data.ts'
import { listenToProductForms } from './product-form.ts'

/** A slow cart is on its way for so long; after that the shopper has stopped it. */
const LEFT_WITHIN_MS = 10_000

const main = document.querySelector('main')

/** Add to Cart then goes to /cart, where its toast is still read. Quick View, outside, has its own. docs/requirements.md#29-product-page */
if (main)
  listenToProductForms(main, (form) => {
    const toast = $toasts.get().at(-1)
    if (!toast) return
    carryToast(toast)
    dismissToast(toast.id)
    form.ariaBusy = 'true'
    const release = () => (form.ariaBusy = null)
    // A page that comes back out of the browser's memory adds again, and one whose way to the cart was stopped.
    addEventListener('pagehide', release)
    setTimeout(release, LEFT_WITHIN_MS)
    location.assign(form.action)
  })

// The links work without this. What opens another tab or window is the browser's.
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = event.target.closest('a')
  if (link?.dataset.action === 'back') goBack(event)
  else if (link?.dataset.action === 'zoom') zoom(event, link)
  else if (link?.matches('.gallery-thumbnails a')) leadTo(event, link)
})

let isTakenUp = false
takeUp()
document.addEventListener('section-shown', takeUp)

document.addEventListener(
  'scroll',
  ({ target }) => {
    if (target === pictures()) markShown()
  },
  true,
)

/** To the page before when that is one of this shop, else the link leads to the products. */
function goBack(event: Event): void {
  if (history.length < 2 || !document.referrer.startsWith(`${location.origin}/`)) return
  event.preventDefault()
  history.back()
}

/**
 * What shows the pictures over the whole screen is fetched when one is first opened; without it, or in a browser that
 * cannot show them so, the link leads to the file.
 */
function zoom(event: Event, link: HTMLAnchorElement): void {
  event.preventDefault()
  import('./gallery-zoom.ts').then((script) => script.openZoom(link)).catch(() => location.assign(link.href))
}

/** Moves the pictures and leaves the page where it is. */
function leadTo(event: Event, thumbnail: Element): void {
  event.preventDefault()
  const track = pictures()
  track?.scrollTo({ left: thumbnails().indexOf(thumbnail) * track.clientWidth })
}

/** The product of this page, also when it came late; taken up once: what was viewed may have been forgotten since. */
function takeUp(): void {
  // The shopper may have swiped through the pictures before this script ran.
  markShown()
  const form = main?.querySelector<HTMLFormElement>('form[data-line]')
  const line = form && formLineOf(form)
  if (!line || isTakenUp) return
  isTakenUp = true
  connectBuyBar(form)
  rememberViewed(line)
}

/** Marks the thumbnail of the picture that is scrolled to. */
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
  return [...document.querySelectorAll('.gallery-thumbnails a')]
}
