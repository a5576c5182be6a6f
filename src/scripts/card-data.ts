import type { CardLine } from '../lib/domain/card-line.ts'

/** The product that a button stands for, as its card's `data-card` says. */
export function cardOf(element: Element): CardLine | undefined {
  const data = element.closest<HTMLElement>('[data-card]')?.dataset.card
  return data === undefined ? undefined : (JSON.parse(data) as CardLine)
}
