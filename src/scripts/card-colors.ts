import { cardChanges } from './card-changes.ts'
import { fetchSection } from './section-html.ts'

/** Cards in the colours of their swatches, by the swatch's link. */
const cards = new Map<string, Promise<Element>>()

// A press on a swatch (Enter and the space bar, too) or the mouse over it shows the product in its colour.
document.addEventListener('pointerover', ({ target, pointerType }) => {
  const swatch = pointerType === 'mouse' && swatchOf(target)
  if (swatch) show(swatch)
})
document.addEventListener('click', (event) => {
  const swatch = swatchOf(event.target)
  // Leave links that open another tab or window to the browser.
  if (!swatch || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  show(swatch)
})
document.addEventListener('keydown', (event) => {
  const swatch = event.key === ' ' && swatchOf(event.target)
  if (!swatch) return
  event.preventDefault()
  show(swatch)
})

// The swatch that the pointer reached while this code loaded.
const pointed = document.querySelector<HTMLAnchorElement>('[data-color]:hover')
if (pointed) show(pointed)

function swatchOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  const swatch = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-color]') : null
  return swatch ?? undefined
}

function show(swatch: HTMLAnchorElement): void {
  const card = swatch.closest<HTMLElement>('[data-card]')
  if (!card || swatch.ariaPressed === 'true') return
  for (const other of card.querySelectorAll('[data-color]')) other.ariaPressed = String(other === swatch)
  for (const link of card.querySelectorAll<HTMLAnchorElement>('a:not(.card-colors a)'))
    link.href = swatch.href
  const change: Promise<unknown> = cardInColor(swatch)
    .then((colored) => swatch.ariaPressed === 'true' && showParts(card, colored))
    // The links lead to the colour without the new picture, too.
    .catch(() => undefined)
    .then(() => cardChanges.get(card) === change && cardChanges.delete(card))
  cardChanges.set(card, change)
}

function cardInColor({ pathname, search, href }: HTMLAnchorElement): Promise<Element> {
  const card = cards.get(href) ?? fetchCard(pathname.replace('/product/', '/fragments/card/') + search)
  cards.set(href, card)
  card.catch(() => cards.delete(href))
  return card
}

/** @throws {Error} the product is gone */
async function fetchCard(path: string): Promise<Element> {
  const holder = document.createElement('div')
  holder.innerHTML = await fetchSection(path)
  const card = holder.querySelector('[data-card]')
  if (!card) throw new Error(`No card: ${path}`)
  return card
}

/** Copies picture, badge, price and data into the card. The old picture stays visible until the new one has loaded. */
function showParts(card: HTMLElement, colored: Element): void {
  card.dataset.card = colored.getAttribute('data-card') ?? ''
  const [picture, next] = [card, colored].map((one) => one.querySelector('[data-part=picture]'))
  if (!picture || !next) return
  const [image, nextImage] = [picture, next].map((one) => one.querySelector('img'))
  if (image && nextImage) {
    image.loading = 'eager'
    image.srcset = nextImage.srcset
    image.src = nextImage.src
  } else picture.replaceChildren(...next.cloneNode(true).childNodes)
  card.querySelector('[data-part=badge]')?.remove()
  const badge = colored.querySelector('[data-part=badge]')
  if (badge) picture.after(badge.cloneNode(true))
  const price = colored.querySelector('[data-part=price]')
  if (price) card.querySelector('[data-part=price]')?.replaceWith(price.cloneNode(true))
}
