import type { CartLine } from './cart.ts'

/** The `data-card` of a product's card and form: a cart line without its quantity, and fields for the wishlist. */
export interface CardData extends Omit<CartLine, 'quantity'> {
  originalPrice?: number
  /** The colour that the picture shows, which the shopper has not chosen for the cart. */
  shownColor?: string
}

/** The part of a cart line that a product form starts from, in its `data-line`; the shopper chooses the rest. */
export type FormLine = Pick<CartLine, 'id' | 'name' | 'image' | 'price'>

/** Returns the product of a button, from the `data-card` of its card, which the server has rendered. */
export function cardOf(element: Element): CardData | undefined {
  const data = element.closest<HTMLElement>('[data-card]')?.dataset.card
  return data === undefined ? undefined : (JSON.parse(data) as CardData)
}

/** Returns the product of a product form, from its server-rendered `data-line`; `undefined` for another form. */
export function formLineOf(form: HTMLFormElement): FormLine | undefined {
  const data = form.dataset.line
  return data === undefined ? undefined : (JSON.parse(data) as FormLine)
}
