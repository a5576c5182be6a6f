import type { CardLine, FormLine } from '../lib/cart/cart.ts'

/** Returns the product of a button, from the `data-card` of its card, which the server has rendered. */
export function cardOf(element: Element): CardLine | undefined {
  const data = element.closest<HTMLElement>('[data-card]')?.dataset.card
  return data === undefined ? undefined : (JSON.parse(data) as CardLine)
}

/** Returns the product of a product form, from its server-rendered `data-line`; `undefined` for another form. */
export function formLineOf(form: HTMLFormElement): FormLine | undefined {
  const data = form.dataset.line
  return data === undefined ? undefined : (JSON.parse(data) as FormLine)
}
