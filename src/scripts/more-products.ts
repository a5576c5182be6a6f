import { FEATURED_COUNT } from '@tanabana/contract/constants.ts'
import { productUrl } from '../lib/catalogue/product-url.ts'
import {
  forgetAllViewed,
  forgetViewed,
  readViewed,
  type ViewedProduct,
} from '../lib/catalogue/viewed-products.ts'
import { cardOf } from '../lib/cart/card.ts'
import { $cart } from '../lib/cart/cart-store.ts'
import { addToast } from '../lib/platform/toasts.ts'
import { announceSection, fetchSection } from './section-html.ts'

/**
 * Fills the place of components/catalogue/MoreProducts.astro or a row of ProductRows.astro. Leaves out a section that fails
 * to load.
 */
export async function showMoreProducts(place: HTMLElement): Promise<void> {
  if (place.dataset.row !== undefined) return showRow(place, place.dataset.row)
  const sections = await Promise.all([
    related(place.dataset.related).catch(() => undefined),
    viewed(place.dataset.product).catch(() => undefined),
  ])
  place.replaceChildren(...sections.filter((section) => section !== undefined))
  place.classList.remove('min-h-screen')
  announceSection()
}

async function showRow(place: HTMLElement, source: string): Promise<void> {
  const row = await fetchSection(source).catch(() => '')
  if (row === '') place.closest('section')?.remove()
  else place.innerHTML = row
  announceSection()
}

async function related(path: string | undefined): Promise<Element | undefined> {
  const section = path === undefined ? undefined : element(await fetchSection(path))
  if (section) hideCartProducts(section, FEATURED_COUNT)
  return section
}

/** Returns the section of viewed products, without the `current` one and those in the cart. */
async function viewed(current: string | undefined): Promise<Element | undefined> {
  const products = readViewed().filter(({ id }) => id !== current)
  if (products.length === 0) return undefined
  const [section, ...cards] = await Promise.all([
    fetchSection('/fragments/viewed').then(element),
    ...products.map(card),
  ])
  const shown = cards.filter((item) => item !== undefined)
  if (!section || shown.length === 0) return undefined
  section.querySelector('ul')?.append(...shown)
  hideCartProducts(section)
  section
    .querySelector<HTMLElement>('[data-clear-viewed]')
    ?.addEventListener('click', ({ currentTarget }) => {
      forgetAllViewed()
      section.remove()
      document.getElementById('main')?.focus({ preventScroll: true })
      if (currentTarget instanceof HTMLElement) addToast({ title: currentTarget.dataset.clearViewed ?? '' })
    })
  return section
}

/** Hides the products that are in the cart, now and after each change of it, and those above `most`. */
function hideCartProducts(section: Element, most = Infinity): void {
  $cart.subscribe((lines) => {
    // A card has lists of its own.
    const items = [...(section.querySelector('ul')?.children ?? [])].filter(
      (item) => item instanceof HTMLElement,
    )
    const idOf = (item: HTMLElement) => item.dataset.product ?? cardOf(item.firstElementChild ?? item)?.id
    for (const item of items) item.hidden = lines.some(({ id }) => id === idOf(item))
    for (const item of items.filter(({ hidden }) => !hidden).slice(most)) item.hidden = true
    section.toggleAttribute(
      'hidden',
      items.every(({ hidden }) => hidden),
    )
  })
}

/** Returns a product's current card; without a response only its name, because the price may have changed. */
async function card(product: ViewedProduct): Promise<HTMLElement | undefined> {
  const item = document.createElement('li')
  item.dataset.product = product.id
  item.style.flex = '0 0 clamp(min(9.5rem, 85vw), 42vw, 14rem)'
  const html = await fetchSection(`/fragments/card/${encodeURIComponent(product.id)}`).catch(() => undefined)
  if (html !== undefined) item.innerHTML = html
  if (item.querySelector('[data-gone]')) {
    forgetViewed(product.id)
    return undefined
  }
  if (!item.querySelector('article')) item.replaceChildren(nameOf(product))
  return item
}

function nameOf({ id, name }: ViewedProduct): HTMLElement {
  const link = document.createElement('a')
  link.className = 'flex min-h-target items-center underline'
  link.href = productUrl(id)
  link.textContent = name
  return link
}

function element(html: string): Element | undefined {
  const holder = document.createElement('div')
  holder.innerHTML = html
  return holder.firstElementChild ?? undefined
}
