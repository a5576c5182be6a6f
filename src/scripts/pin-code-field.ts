import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { browserClient } from '../lib/auth/browser-client.ts'
import { formLineOf } from '../lib/cart/card.ts'
import { type CartLine } from '../lib/cart/cart.ts'
import { matchingVariants } from '../lib/catalogue/variants.ts'
import { t } from '../lib/i18n/translate.ts'
import { askQuote } from '../lib/quote/ask-quote.ts'
import { deliveryMessages } from '../lib/quote/messages.ts'
import { readVisitPinCode, saveVisitPinCode } from '../lib/quote/pin-code.ts'
import { $quote, deliveryTo, type QuoteState } from '../lib/quote/quote-store.ts'
import { arrivalText, cashText, discountText, notServedText } from '../lib/quote/quote-text.ts'
import { readChoice } from './variant-form.ts'

const client = browserClient()

/**
 * Makes a product page's PIN code field show the day of arrival and whether cash is possible, for one piece of what is
 * chosen in `form`. docs/requirements.md#1129-quotes
 */
export function connectPinCode(field: HTMLInputElement, form: HTMLFormElement): void {
  const result = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  if (!result) return
  const button = field.parentElement?.querySelector('button')
  const initial = [...result.childNodes]
  const shippingTerms = document.querySelector<HTMLElement>('[data-shipping-terms]')
  let code: string | undefined

  function ask(): void {
    const line = lineOf(form)
    if (code === undefined || !line) return
    askQuote(client, { lines: [line], postalCode: code }, form.dataset.variants ? ['variants'] : [])
  }

  function show(...texts: Node[]): void {
    result?.replaceChildren(...(texts.length > 0 ? texts : initial))
  }

  /** Shipping is not promised where the shop doesn't deliver. */
  function showTerms(): void {
    if (shippingTerms) shippingTerms.hidden = code !== undefined && !isServed($quote.get(), code)
  }

  /** Takes a complete code as it is typed. */
  function take(): void {
    const typed = readPinCode(field.value)
    field.removeAttribute('aria-invalid')
    if (typed === code) return
    code = typed
    show()
    showTerms()
    if (typed === undefined) return
    saveVisitPinCode(typed)
    ask()
  }

  /** Shows an error for an invalid code. */
  function check(): void {
    take()
    if (code !== undefined || field.value.trim() === '') return
    field.ariaInvalid = 'true'
    show(fact(t(deliveryMessages.invalidPinCode), 'text-danger'))
  }

  function press(): void {
    check()
    if (code === undefined) field.focus()
  }

  field.addEventListener('input', take)
  field.addEventListener('change', check)
  field.addEventListener('keydown', ({ key }) => key === 'Enter' && check())
  button?.addEventListener('click', press)
  form.addEventListener('change', ask)
  $quote.subscribe((state) => {
    const texts = code === undefined ? undefined : describe(state, code)
    if (texts) show(...texts)
    showTerms()
  })
  // Another page of this visit may have changed it.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    field.value = readVisitPinCode() ?? field.value
    take()
  })
  if (field.value.trim() === '') field.value = readVisitPinCode() ?? ''
  // What the shopper did while this code was loading.
  if (document.activeElement === button) press()
  else if (document.activeElement === field) take()
  else check()
}

function isServed(state: QuoteState, code: string): boolean {
  return deliveryTo(state, code)?.served !== false
}

/** Returns what to show for a code; `undefined` while the answer is open. */
function describe({ status, known }: QuoteState, code: string): Node[] | undefined {
  if (status === 'failed') return [fact(t(deliveryMessages.failed), 'text-muted')]
  if (known?.question.postalCode !== code) return undefined
  const { quote } = known
  const refusal = notServedText(quote, code)
  if (refusal) return [fact(refusal, 'text-danger')]
  return [
    ...[arrivalText(quote)].filter(Boolean).map((text) => fact(text, 'font-semibold')),
    ...[cashText(quote), discountText(quote)].filter(Boolean).map((text) => fact(text, 'text-muted')),
  ]
}

function fact(text: string, className: string): Node {
  const element = document.createElement('span')
  element.className = `block ${className}`
  element.textContent = text
  return element
}

/** One piece of the choice; where it is not complete, of the first that fits it. */
function lineOf(form: HTMLFormElement): CartLine | undefined {
  const line = formLineOf(form)
  if (!line) return undefined
  const { variants, choices, variant } = form.dataset.variants
    ? readChoice(form)
    : { variants: [], choices: {}, variant: undefined }
  const fitting = matchingVariants(variants, choices)
  const valueOf = (name: string) =>
    (
      form.querySelector<HTMLInputElement>(`[name=${name}]:checked`) ??
      form.querySelector<HTMLInputElement>(`[name=${name}]:enabled`)
    )?.value
  return {
    ...line,
    quantity: 1,
    selectedSize: valueOf('size'),
    selectedColor: valueOf('color'),
    variantId: (variant ?? fitting.find(({ isAvailable }) => isAvailable) ?? fitting[0])?.id,
  }
}
