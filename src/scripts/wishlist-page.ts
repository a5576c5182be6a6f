import { moveToCart } from '../lib/cart/save-for-later.ts'
import { cartPageMessages } from '../lib/cart/messages.ts'
import { formatPrice } from '../lib/catalogue/money.ts'
import { variantUrl } from '../lib/catalogue/product-url.ts'
import { t } from '../lib/i18n/translate.ts'
import { $wishlist, type WishlistItem } from '../lib/wishlist/wishlist.ts'
import './cards.ts'
import './page-state.ts'

const list = document.querySelector('[data-wishlist]')
const empty = document.querySelector<HTMLElement>('[data-wishlist-empty]')
const template = document.querySelector<HTMLTemplateElement>('#wishlist-card')

/** Index of the card that had the focus last. */
let last = -1

/** Renders the wishlist now and after each change. docs/requirements.md#1111-wishlist-and-quick-view */
$wishlist.subscribe((items) => {
  const focused = focusedCard()
  list?.replaceChildren(...items.map(cardElement))
  if (empty) empty.hidden = items.length > 0
  if (focused >= 0) focusBeside(focused)
})

list?.addEventListener('focusin', () => (last = focusedCard()))

// A closing dialog returns the focus to its opener, which is gone when its heart was pressed.
document.addEventListener(
  'close',
  () => {
    const { activeElement, body } = document
    // Browsers remove the focus from a hidden element, now or later.
    if (last >= 0 && (activeElement === body || activeElement?.closest('dialog'))) focusBeside(last)
  },
  { capture: true },
)

function focusedCard(): number {
  return [...(list?.children ?? [])].findIndex((card) => card.contains(document.activeElement))
}

/** Moves the focus from a removed card to the card in its place, or to the message of an empty list. */
function focusBeside(index: number): void {
  const card = list?.children[index] ?? list?.lastElementChild
  if (card) return card.querySelector<HTMLElement>('[data-slot=name]')?.focus()
  empty?.setAttribute('tabindex', '-1')
  empty?.focus()
}

function cardElement(item: WishlistItem): Node {
  const card = document.importNode(template?.content ?? document.createDocumentFragment(), true)
  const find = (selector: string) => card.querySelector<HTMLElement>(selector)
  const url = variantUrl(item.id, { variant: item.variantId, color: item.shownColor })

  find('article')?.setAttribute('data-card', JSON.stringify(item))
  for (const link of card.querySelectorAll('a')) link.href = url
  const name = find('[data-slot=name]')
  if (name) name.textContent = item.name
  showPrice(find, item)
  const color = find('[data-slot=color]')
  if (color && item.shownColor) color.textContent = t(item.shownColor)
  if (item.image) find('[data-slot=image]')?.replaceWith(pictureElement(item.image))
  const move = find('[data-action=move-to-cart]')
  move?.setAttribute('aria-label', `${t(cartPageMessages.moveToCart)}: ${item.name}`)
  move?.addEventListener('click', () => moveToCart(item))
  find('[data-action=wish]')?.setAttribute('aria-label', `${t('Remove from Wishlist')}: ${item.name}`)
  find('[data-action=quick-view]')?.setAttribute('aria-label', `${t('Quick View')}: ${item.name}`)
  return card
}

function showPrice(
  find: (selector: string) => HTMLElement | null,
  { price, originalPrice }: WishlistItem,
): void {
  const place = find('[data-slot=price]')
  if (place) place.textContent = formatPrice(price)
  if (originalPrice === undefined || originalPrice <= price) {
    find('[data-slot=sale-label]')?.remove()
    find('[data-slot=original]')?.remove()
    return
  }
  place?.classList.add('text-sale')
  const original = find('[data-slot=original-price]')
  if (original) original.textContent = formatPrice(originalPrice)
}

function pictureElement(url: string): HTMLImageElement {
  const image = document.createElement('img')
  image.className = 'h-full w-full object-cover'
  image.alt = ''
  image.dataset.picture = ''
  image.src = url
  return image
}
