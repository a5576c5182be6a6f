import type { Quote } from '@tanabana/contract/quote.ts'
import type { CartLine } from '../cart/cart.ts'
import { paiseOfLines } from '../catalogue/money.ts'
import { quoteOf, type QuoteState } from './quote-store.ts'

/** What a cart costs, in paise. */
export interface CartTotal {
  subtotal: number
  discount: Quote['discount']
  /** The order's total: subtotal less discount. */
  total: number
  /** What the shopper saves by reduced prices and the discount. */
  saved: number
}

/**
 * Returns what the cart costs: as its quote says, else the sum of its lines. No other code adds up a cart.
 * docs/requirements.md#33-cart-line docs/requirements.md#1129-quotes
 */
export function cartTotal(lines: CartLine[], state: QuoteState): CartTotal {
  const quote = quoteOf(state, lines)
  if (!quote) {
    const sum = paiseOfLines(lines)
    return { subtotal: sum, discount: undefined, total: sum, saved: 0 }
  }
  const { subtotal, discount, total } = quote
  const reduced = quote.lines.reduce(
    (sum, { unitPrice, compareAt, quantity, issue }) =>
      unitPrice === undefined || compareAt === undefined || issue !== undefined
        ? sum
        : sum + Math.max(0, compareAt - unitPrice) * quantity,
    0,
  )
  return { subtotal, discount, total, saved: reduced + (discount?.amount ?? 0) }
}

/** Returns the price of a line's pieces, in rupees. */
export function lineTotal(line: CartLine): number {
  return paiseOfLines([line]) / 100
}
