import { formLineOf } from '../lib/cart/card.ts'
import type { FormLine } from '../lib/cart/card.ts'
import type { CartLine } from '../lib/cart/cart.ts'
import { clampQuantity } from '../lib/cart/quantity.ts'
import { variantMessages } from '../lib/catalogue/messages.ts'
import { loadState, withState, type PageState } from './load-state.ts'
import { askForSize, toggleSizeMessage } from './size-message.ts'

const loadVariants = () => import('./variant-form.ts')

/**
 * Makes the product forms inside `root` add to the cart, and calls `onAdded` after each addition.
 * docs/requirements.md#29-product-page docs/requirements.md#54-product-form
 */
export function listenToProductForms(
  root: HTMLElement,
  onAdded: (form: HTMLFormElement, state: PageState) => void,
): void {
  root.addEventListener('submit', (event) => {
    const form = event.target
    const line = form instanceof HTMLFormElement ? formLineOf(form) : undefined
    if (!(form instanceof HTMLFormElement) || !line) return
    event.preventDefault()
    // Ignore a second press while the first one is in flight.
    if (form.ariaBusy) return
    form.ariaBusy = 'true'
    void add(form, line).then((state) => {
      form.ariaBusy = null
      if (state) onAdded(form, state)
    })
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
    if (form && target.dataset.option) void variantScript().then((script) => script?.showChoice(form))
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

/** Adds what is chosen in the form. Returns `undefined` when a choice is missing or the cart can't be saved. */
async function add(form: HTMLFormElement, line: FormLine): Promise<PageState | undefined> {
  const chosen = form.dataset.variants ? await variantOf(form, line) : plainLine(form, line)
  // Without the code, the page says that it is incomplete.
  const state = chosen && (await loadState().catch(() => undefined))
  return chosen && state?.addToCart(chosen) ? state : undefined
}

async function variantOf(form: HTMLFormElement, line: FormLine): Promise<CartLine | undefined> {
  return (await variantScript())?.variantLine(form, line)
}

/** Loads the code for products with variants on first use. */
async function variantScript(): Promise<typeof import('./variant-form.ts') | undefined> {
  return loadVariants().catch(() => {
    withState(({ addErrorToast }) => addErrorToast(variantMessages.notLoaded))
    return undefined
  })
}

/** Returns the chosen line; `undefined` when a size is missing, which it asks for. */
function plainLine(form: HTMLFormElement, line: FormLine): CartLine | undefined {
  const choices = new FormData(form)
  const chosen = (name: string) => {
    const value = choices.get(name)
    return typeof value === 'string' && value ? value : undefined
  }
  const firstSize = form.querySelector<HTMLInputElement>('[name=size]')
  if (firstSize && !chosen('size')) {
    askForSize(form)
    return undefined
  }
  return {
    ...line,
    selectedSize: chosen('size'),
    selectedColor: chosen('color'),
    quantity: clampQuantity(Number(chosen('quantity'))),
  }
}
