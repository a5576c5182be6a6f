import { addToCart } from '../lib/cart/cart-store.ts'
import { clampQuantity, formLineOf } from '../lib/cart/cart.ts'
import type { FormLine } from '../lib/cart/cart.ts'
import { variantMessages } from '../lib/catalogue/messages.ts'
import { addErrorToast } from '../lib/platform/toasts.ts'
import { askForSize, toggleSizeMessage } from './size-message.ts'

const loadVariants = () => import('./variant-form.ts')

/**
 * Makes the product forms inside `root` add to the cart, and calls `onAdded` after each addition.
 * docs/requirements.md#29-product-page docs/requirements.md#54-product-form
 */
export function listenToProductForms(root: HTMLElement, onAdded: (form: HTMLFormElement) => void): void {
  root.addEventListener('submit', (event) => {
    const form = event.target
    const line = form instanceof HTMLFormElement ? formLineOf(form) : undefined
    if (!(form instanceof HTMLFormElement) || !line) return
    event.preventDefault()
    // Ignore a second press while the first one is in flight.
    if (form.ariaBusy) return
    if (form.dataset.variants) withVariants((script) => script.addVariant(form, line) && onAdded(form))
    else if (add(form, line)) onAdded(form)
  })
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null
    const input = button?.closest('form')?.querySelector<HTMLInputElement>('[name=quantity]')
    if (button && input) setQuantity(input, Number(input.value) + Number(button.dataset.step))
  })
  root.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.name === 'quantity') setQuantity(target, Number(target.value))
    if (target.name === 'size') {
      toggleSizeMessage(target.form, false)
      showMeasures(target)
    }
    const { form } = target
    if (form && target.dataset.option) withVariants((script) => script.showChoice(form))
  })
}

/** The field's `max` is the number of pieces that are left, where it is shown. */
function setQuantity(input: HTMLInputElement, quantity: number): void {
  input.value = String(clampQuantity(quantity, Number(input.max)))
}

function showMeasures({ form, value }: HTMLInputElement): void {
  for (const text of form?.querySelectorAll<HTMLElement>('[data-measures]') ?? [])
    text.hidden = text.dataset.measures !== value
}

/** Loads the code for products with variants on first use. */
function withVariants(use: (script: typeof import('./variant-form.ts')) => void): void {
  loadVariants()
    .then(use)
    .catch(() => addErrorToast(variantMessages.notLoaded))
}

/** Returns false when a size is missing or the cart can't be saved. */
function add(form: HTMLFormElement, line: FormLine): boolean {
  const choices = new FormData(form)
  const chosen = (name: string) => {
    const value = choices.get(name)
    return typeof value === 'string' && value ? value : undefined
  }
  const firstSize = form.querySelector<HTMLInputElement>('[name=size]')
  if (firstSize && !chosen('size')) {
    askForSize(form)
    return false
  }
  return addToCart({
    ...line,
    selectedSize: chosen('size'),
    selectedColor: chosen('color'),
    quantity: clampQuantity(Number(chosen('quantity'))),
  })
}
