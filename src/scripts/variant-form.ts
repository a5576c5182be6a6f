import { cardOf } from '../lib/cart/card.ts'
import type { CardData, FormLine } from '../lib/cart/card.ts'
import type { CartLine } from '../lib/cart/cart.ts'
import { clampQuantity } from '../lib/cart/quantity.ts'
import { optionMessages } from '../lib/catalogue/messages.ts'
import { formatPrice } from '../lib/catalogue/money.ts'
import { stockText } from '../lib/catalogue/product-text.ts'
import { variantUrl } from '../lib/catalogue/product-url.ts'
import {
  choiceQuery,
  type Choices,
  chosenVariant,
  type FormVariants,
  lineChoice,
  matchingVariants,
  priceKey,
  shownPrice,
  nearestAvailable,
  valueState,
  quantityMax,
} from '../lib/catalogue/variants.ts'
import { isSizeName } from '@tanabana/contract/attribute-names.ts'
import { fill, t } from '../lib/i18n/translate.ts'
import { withState } from './load-state.ts'
import { askForSize } from './size-message.ts'

/** The variants of a product form, and the shopper's choice among them. */
interface FormChoice extends FormVariants {
  choices: Choices
  /** The first option without a choice. */
  missing: string | undefined
  /** The variant of a complete choice, where the shop has it. */
  variant: FormVariants['variants'][number] | undefined
}

/** Returns the line of the chosen variant; `undefined` when a choice is missing, which it asks for, or sold out. */
export function variantLine(form: HTMLFormElement, line: FormLine): CartLine | undefined {
  const { choices, missing, variant } = readChoice(form)
  if (missing !== undefined) {
    askFor(form, missing)
    return undefined
  }
  if (!variant?.isAvailable) return undefined
  return {
    ...line,
    ...lineChoice(choices),
    variantId: variant.id,
    price: variant.price,
    image: variant.image ?? line.image,
    quantity: clampQuantity(Number(new FormData(form).get('quantity'))),
  }
}

/** Shows price, pictures, stock and address of the choice, and which values go with it. */
export function showChoice(form: HTMLFormElement): void {
  const choice = readChoice(form)
  markValues(form, choice)
  showPrice(form, choice)
  showStock(form, choice)
  showNearest(form, choice)
  limitQuantity(form, choice)
  showButtons(form, choice)
  updateCard(form, choice)
  const quickView = form.closest('.quick-view')
  if (quickView) showInQuickView(quickView, form, choice)
  else showOnPage(form, choice)
}

/** Returns what is chosen in the form of a product with variants. */
export function readChoice(form: HTMLFormElement): FormChoice {
  const product = JSON.parse(form.dataset.variants ?? '') as FormVariants
  const checked = [...form.querySelectorAll<HTMLInputElement>('[data-option]:checked')]
  const choices: Choices = Object.fromEntries(
    checked.map(({ dataset, value }) => [dataset.option ?? '', value] as const),
  )
  return {
    ...product,
    choices,
    missing: product.options.find(({ name }) => choices[name] === undefined)?.name,
    variant: chosenVariant(product, choices),
  }
}

function askFor(form: HTMLFormElement, option: string): void {
  if (isSizeName(option)) return askForSize(form)
  const inputs = [...form.querySelectorAll<HTMLInputElement>('[data-option]:enabled')]
  const input = inputs.find(({ dataset }) => dataset.option === option)
  input?.focus()
  const { title, body } = optionMessages.missing
  const name = { option: input?.closest('fieldset')?.firstElementChild?.textContent ?? option }
  const text = { title: fill(t(title), name), body: fill(t(body), name) }
  withState(({ addFormErrorToast }) => addFormErrorToast(text))
}

function markValues(form: HTMLFormElement, { variants, choices }: FormChoice): void {
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

function showPrice(form: HTMLFormElement, { variants, choices }: FormChoice): void {
  const shown = shownPrice(variants, choices)
  if (!shown) return
  const view = form.id ? document : form.parentElement
  const slot = view?.querySelector('[data-price]')
  const template = slot?.querySelector<HTMLTemplateElement>(`[data-price-key="${priceKey(shown)}"]`)
  if (template) slot?.firstElementChild?.replaceChildren(template.content.cloneNode(true))
  const bar = form.id ? document.querySelector('[data-bar-price]') : null
  if (bar) bar.textContent = formatPrice(shown.price)
}

function showStock(form: HTMLFormElement, { variant }: FormChoice): void {
  const stock = form.querySelector('[data-stock]')
  if (stock) stock.textContent = stockText(variant)
}

/** Offers what can be ordered instead of a choice that is sold out. */
function showNearest(form: HTMLFormElement, choice: FormChoice): void {
  const place = form.querySelector<HTMLElement>('[data-nearest]')
  if (!place) return
  const isGone = choice.missing === undefined && !choice.variant?.isAvailable
  const nearest = isGone ? nearestAvailable(choice, choice.choices) : []
  place.hidden = nearest.length === 0
  place.replaceChildren(
    t('In stock:'),
    ...nearest.map(({ options }) => {
      const button = document.createElement('button')
      button.type = 'button'
      const values = choice.options.flatMap(({ name }) => options[name] ?? [])
      button.textContent = values.map((value) => t(value)).join(', ')
      button.addEventListener('click', () => choose(form, options))
      return button
    }),
  )
}

function choose(form: HTMLFormElement, options: Choices): void {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('[data-option]')]
  for (const input of inputs) input.checked = options[input.dataset.option ?? ''] === input.value
  const chosen = inputs.filter(({ checked }) => checked)
  for (const input of chosen) input.dispatchEvent(new Event('change', { bubbles: true }))
  chosen.at(-1)?.focus()
}

function limitQuantity(form: HTMLFormElement, { variant }: FormChoice): void {
  const quantity = form.querySelector<HTMLInputElement>('[name=quantity]')
  if (!quantity) return
  const max = quantityMax(variant)
  quantity.max = String(max)
  quantity.value = String(clampQuantity(Number(quantity.value), max))
}

function showButtons(form: HTMLFormElement, { missing, variant }: FormChoice): void {
  const isComplete = missing === undefined
  const isSoldOut = isComplete && !variant?.isAvailable
  const place = form.id ? document : form
  for (const button of place.querySelectorAll<HTMLButtonElement>('[data-order]')) {
    button.disabled = isSoldOut
    button.textContent = t(isComplete && !variant ? 'Not available' : isSoldOut ? 'Sold out' : 'Add to Cart')
  }
}

/** Updates the form's data for the wishlist. */
function updateCard(form: HTMLFormElement, { variants, choices, variant }: FormChoice): void {
  const card = cardOf(form)
  if (!card) return
  const shown = shownPrice(variants, choices)
  const image = matchingVariants(variants, choices).find((one) => one.image)?.image
  const updated: CardData = {
    ...card,
    ...(shown && { price: shown.price, originalPrice: shown.originalPrice }),
    ...(image && { image }),
    shownColor: lineChoice(choices).selectedColor,
    variantId: variant?.id,
  }
  form.dataset.card = JSON.stringify(updated)
}

/** Quick View has room for one picture: the variant's first own one, else the product's first. */
function showInQuickView(
  view: Element,
  form: HTMLFormElement,
  { variants, choices, variant }: FormChoice,
): void {
  const [shown = 0] = matchingVariants(variants, choices).flatMap(({ pictures }) => pictures)
  const pictures = view.querySelectorAll('.quick-view-pictures > *')
  for (const [index, picture] of [...pictures].entries()) picture.toggleAttribute('hidden', index !== shown)
  const card = cardOf(form)
  if (card)
    view
      .querySelector('[data-details]')
      ?.setAttribute('href', variantUrl(card.id, choiceQuery(choices, variant)))
}

/** Shows the variant's own pictures and those of no variant, all of them where it has none, and its address. */
function showOnPage(form: HTMLFormElement, { variants, choices, variant }: FormChoice): void {
  const own = new Set(matchingVariants(variants, choices).flatMap(({ pictures }) => pictures))
  const ofVariants = new Set(variants.flatMap(({ pictures }) => pictures))
  for (const list of document.querySelectorAll('.gallery-pictures, .gallery-thumbnails')) {
    for (const [index, item] of [...list.children].entries())
      item.toggleAttribute('hidden', own.size > 0 && !own.has(index) && ofVariants.has(index))
  }
  const pictures = document.querySelector('.gallery-pictures')
  pictures?.scrollTo({ left: 0 })
  // Where nothing scrolls, product-page.ts marks the first thumbnail by this.
  pictures?.dispatchEvent(new Event('scroll'))
  const card = cardOf(form)
  if (card) showAddress(card.name, variantUrl(card.id, choiceQuery(choices, variant)))
}

/** The address and the shared link lead to the choice. */
function showAddress(name: string, path: string): void {
  const address = new URL(path, location.origin).href
  history.replaceState(history.state, '', path)
  const share = document.querySelector<HTMLElement>('.share')
  if (!share) return
  share.dataset.url = address
  const whatsApp = share.querySelector('a')
  if (whatsApp) whatsApp.href = `https://wa.me/?text=${encodeURIComponent(`${name} ${address}`)}`
}
