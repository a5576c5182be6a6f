import { carryToast } from '../lib/browser/carried-toasts.ts'
import { rememberViewed } from '../lib/browser/remember-viewed.ts'
import { $toasts, dismissToast } from '../lib/stores/toasts.ts'
import { connectBuyBar } from './buy-bar.ts'
import { listenToProductForms } from './product-form.ts'

/** §2 Product detail: Add to Cart then goes to /cart, where its toast is still read. */
listenToProductForms(document.body, ({ dataset }) => {
  const toast = $toasts.get().at(-1)
  if (!dataset.next || !toast) return
  carryToast({ title: toast.title, body: toast.body })
  dismissToast(toast.id)
  location.assign(dataset.next)
})

// Back goes to the page before when that is one of this shop, else the link leads to the products.
document.querySelector('[data-action=back]')?.addEventListener('click', (event) => {
  if (history.length < 2 || !document.referrer.startsWith(`${location.origin}/`)) return
  event.preventDefault()
  history.back()
})

// What shows the pictures over the whole screen is fetched when one is first opened; without it the link leads to the file.
document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-action=zoom]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  import('./gallery-zoom.ts').then(
    ({ openZoom }) => openZoom(link),
    () => location.assign(link.href),
  )
})

takeUp()
document.addEventListener('section-shown', takeUp)

// The links to the pictures work without this; with it they move the pictures and leave the page where it is.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('.gallery-thumbnails a')
  const pictures = document.querySelector('.gallery-pictures')
  if (!link || !pictures) return
  event.preventDefault()
  pictures.scrollTo({ left: thumbnails().indexOf(link) * pictures.clientWidth })
})
document.addEventListener(
  'scroll',
  ({ target }) => {
    if (!(target instanceof Element && target.matches('.gallery-pictures'))) return
    const shown = Math.round(target.scrollLeft / target.clientWidth)
    for (const [index, thumbnail] of thumbnails().entries())
      thumbnail.ariaCurrent = index === shown ? 'true' : null
  },
  { capture: true, passive: true },
)

/** The product of this page, also when it came late. */
function takeUp(): void {
  connectBuyBar()
  const line = document.querySelector<HTMLElement>('main form[data-line]')?.dataset.line
  if (line !== undefined) rememberViewed(JSON.parse(line))
}

function thumbnails(): Element[] {
  return [...document.querySelectorAll('.gallery-thumbnails a')]
}
