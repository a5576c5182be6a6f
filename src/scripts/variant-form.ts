import { addToCart } from '../lib/cart/cart-store.ts'
import { cardOf, clampQuantity } from '../lib/cart/cart.ts'
import type { CardLine, FormLine } from '../lib/cart/cart.ts'
import { optionMessages } from '../lib/catalogue/messages.ts'
import { formatPrice } from '../lib/catalogue/money.ts'
import { stockText } from '../lib/catalogue/product-text.ts'
import { variantUrl } from '../lib/catalogue/product-url.ts'
import {
  type Choices,
  chosenVariant,
  type FormVariants,
  lineChoice,
  matchingVariants,
  priceKey,
  shownPrice,
  valueState,
  quantityMax,
} from '../lib/catalogue/variants.ts'
import { isSizeName } from '@tanabana/contract/attribute-names.ts'
import { fill, t } from '../lib/i18n/translate.ts'
import { addErrorToast } from '../lib/platform/toasts.ts'
import { askForSize } from './size-message.ts'

/** Adds the chosen variant to the cart. Returns false when a choice is missing or the cart can't be saved. */
export function addVariant(form: HTMLFormElement, line: FormLine): boolean {
  const product = formVariants(form)
  const choices = choicesOf(form)
  const missing = product.options.find(({ name }) => choices[name] === undefined)
  if (missing) {
    askFor(form, missing.name)
    return false
  }
  const variant = chosenVariant(product, choices)
  if (!variant?.isAvailable) return false
  return addToCart({
    ...line,
    ...lineChoice(choices),
    variantId: variant.id,
    price: variant.price,
    image: variant.image ?? line.image,
    quantity: clampQuantity(Number(new FormData(form).get('quantity'))),
  })
}

/** Shows price, pictures, stock and address of the choice, and which values go with it. */
export function showChoice(form: HTMLFormElement): void {
  const product = formVariants(form)
  const choices = choicesOf(form)
  const variant = chosenVariant(product, choices)
  const isComplete = product.options.every(({ name }) => choices[name] !== undefined)
  markValues(form, product, choices)
  showPrice(form, product, choices)
  const stock = form.querySelector('[data-stock]')
  if (stock) stock.textContent = stockText(variant)
  const quantity = form.querySelector<HTMLInputElement>('[name=quantity]')
  if (quantity) {
    quantity.max = String(quantityMax(variant))
    quantity.value = String(clampQuantity(Number(quantity.value), Number(quantity.max)))
  }
  for (const button of orderButtons(form)) {
    button.disabled = isComplete && !variant?.isAvailable
    button.textContent = t(
      isComplete && !variant ? 'Not available' : button.disabled ? 'Sold out' : 'Add to Cart',
    )
  }
  const card = cardOf(form)
  if (card) form.dataset.card = JSON.stringify({ ...card, ...shownFields(product, choices) })
  const quickView = form.closest('.quick-view')
  if (quickView) showInQuickView(quickView, product, choices)
  else showPictures(product, choices)
  if (card && quickView) linkToDetails(quickView, variantUrl(card.id, { variant: variant?.id }))
  else if (card) showAddress(card.id, card.name, variant?.id)
}

/** Returns what the wishlist keeps of the choice. */
function shownFields(product: FormVariants, choices: Choices): Partial<CardLine> {
  const shown = shownPrice(product.variants, choices)
  const image = matchingVariants(product.variants, choices).find((variant) => variant.image)?.image
  return {
    ...(shown && { price: shown.price, originalPrice: shown.originalPrice }),
    ...(image && { image }),
    shownColor: lineChoice(choices).selectedColor,
    variantId: chosenVariant(product, choices)?.id,
  }
}

function formVariants(form: HTMLFormElement): FormVariants {
  return JSON.parse(form.dataset.variants ?? '') as FormVariants
}

function choicesOf(form: HTMLFormElement): Choices {
  const checked = [...form.querySelectorAll<HTMLInputElement>('[data-option]:checked')]
  return Object.fromEntries(checked.map(({ dataset, value }) => [dataset.option ?? '', value] as const))
}

function orderButtons(form: HTMLFormElement): HTMLButtonElement[] {
  const place = form.id ? document : form
  return [...place.querySelectorAll<HTMLButtonElement>('[data-order]')]
}

function askFor(form: HTMLFormElement, option: string): void {
  if (isSizeName(option)) return askForSize(form)
  const inputs = [...form.querySelectorAll<HTMLInputElement>('[data-option]:enabled')]
  const input = inputs.find(({ dataset }) => dataset.option === option)
  input?.focus()
  const { title, body } = optionMessages.missing
  const name = { option: input?.closest('fieldset')?.firstElementChild?.textContent ?? option }
  addErrorToast({ title: fill(t(title), name), body: fill(t(body), name) })
}

function markValues(form: HTMLFormElement, { variants }: FormVariants, choices: Choices): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('[data-option]')) {
    const { option = '' } = input.dataset
    const state = valueState(variants, choices, option, input.value)
    const label = input.nextElementSibling
    label?.toggleAttribute('data-unavailable', state !== 'available')
    const note = label?.querySelector('small')
    if (!note || input.disabled) continue
    note.hidden = state === 'available'
    note.textContent = state === 'available' ? '' : t(state === 'missing' ? 'Not available' : 'Sold out')
  }
}

function showPrice(form: HTMLFormElement, { variants }: FormVariants, choices: Choices): void {
  const shown = shownPrice(variants, choices)
  if (!shown) return
  const view = form.id ? document : form.parentElement
  const slot = view?.querySelector('[data-price]')
  const template = slot?.querySelector<HTMLTemplateElement>(`[data-price-key="${priceKey(shown)}"]`)
  if (template) slot?.firstElementChild?.replaceChildren(template.content.cloneNode(true))
  const bar = form.id ? document.querySelector('[data-bar-price]') : null
  if (bar) bar.textContent = formatPrice(shown.price)
}

/** Shows the variant's own pictures and those of no variant; all of them where it has none. */
function showPictures({ variants }: FormVariants, choices: Choices): void {
  const own = new Set(matchingVariants(variants, choices).flatMap(({ pictures }) => pictures))
  const ofVariants = new Set(variants.flatMap(({ pictures }) => pictures))
  for (const list of document.querySelectorAll('.gallery-pictures, .gallery-thumbnails')) {
    for (const [index, item] of [...list.children].entries())
      item.toggleAttribute('hidden', own.size > 0 && !own.has(index) && ofVariants.has(index))
  }
  document.querySelector('.gallery-pictures')?.scrollTo({ left: 0 })
}

/** Quick View has room for one picture: the variant's first own one, else the product's first. */
function showInQuickView(view: Element, { variants }: FormVariants, choices: Choices): void {
  const [shown = 0] = matchingVariants(variants, choices).flatMap(({ pictures }) => pictures)
  const pictures = view.querySelectorAll('.quick-view-pictures > *')
  for (const [index, picture] of [...pictures].entries()) picture.toggleAttribute('hidden', index !== shown)
}

function linkToDetails(view: Element, path: string): void {
  view.querySelector('[data-details]')?.setAttribute('href', path)
}

/** The address and the shared link lead to the chosen variant. */
function showAddress(id: string, name: string, variant: string | undefined): void {
  const path = variantUrl(id, { variant })
  const address = new URL(path, location.origin).href
  history.replaceState(history.state, '', path)
  const share = document.querySelector<HTMLElement>('.share')
  if (!share) return
  share.dataset.url = address
  const whatsApp = share.querySelector('a')
  if (whatsApp) whatsApp.href = `https://wa.me/?text=${encodeURIComponent(`${name} ${address}`)}`
}
