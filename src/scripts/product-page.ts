import { carryToast } from '../lib/browser/carried-toasts.ts'
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
document.querySelector('[data-back]')?.addEventListener('click', (event) => {
  if (history.length < 2 || !document.referrer.startsWith(`${location.origin}/`)) return
  event.preventDefault()
  history.back()
})

connectProduct()
document.addEventListener('section-shown', connectProduct)

function connectProduct(): void {
  connectGallery()
  connectBuyBar()
}

/** The links to the pictures work without this; with it they move the pictures and leave the page where it is. */
function connectGallery(): void {
  const gallery = document.querySelector('[data-gallery]')
  const pictures = gallery?.querySelector<HTMLElement>('.gallery-pictures')
  const thumbnails = [...(gallery?.querySelectorAll<HTMLAnchorElement>('.gallery-thumbnails a') ?? [])]
  for (const [index, thumbnail] of thumbnails.entries()) {
    thumbnail.addEventListener('click', (event) => {
      event.preventDefault()
      pictures?.scrollTo({ left: index * pictures.clientWidth })
    })
  }
  pictures?.addEventListener('scroll', () => {
    const shown = Math.round(pictures.scrollLeft / pictures.clientWidth)
    for (const [index, thumbnail] of thumbnails.entries())
      thumbnail.ariaCurrent = index === shown ? 'true' : null
  })
}
