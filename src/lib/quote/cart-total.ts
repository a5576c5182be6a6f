import type { Quote } from '@tanabana/contract/quote.ts'
import type { CartLine } from '../cart/cart.ts'
import { paiseOfLines } from '../catalogue/money.ts'
import { quotedLine, quoteOf, type QuoteState } from './quote-store.ts'

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
 * Returns what the cart costs: as its quote says, else the sum of its lines, less the last discount until the quote of
 * changed lines is there. No other code adds up a cart. docs/requirements.md#33-cart-line
 * docs/requirements.md#1129-quotes
 */
export function cartTotal(lines: CartLine[], state: QuoteState): CartTotal {
  const quote = quoteOf(state, lines)
  const sum = paiseOfLines(lines)
  if (!quote && state.status === 'failed') return { subtotal: sum, discount: undefined, total: sum, saved: 0 }
  const { subtotal, discount, total } = quote ?? lessLastDiscount(sum, state)
  return { subtotal, discount, total, saved: reductionOf(lines, state) + (discount?.amount ?? 0) }
}

function lessLastDiscount(subtotal: number, { known }: QuoteState): Omit<CartTotal, 'saved'> {
  const last = known?.quote.discount
  const discount = last && { ...last, amount: Math.min(last.amount, subtotal) }
  return { subtotal, discount, total: subtotal - (discount?.amount ?? 0) }
}

/** What reduced prices save, for the lines that can be ordered. */
function reductionOf(lines: CartLine[], state: QuoteState): number {
  return lines.reduce((sum, line) => {
    const { unitPrice, compareAt, issue } = quotedLine(state, line) ?? {}
    if (unitPrice === undefined || compareAt === undefined || issue !== undefined) return sum
    return sum + Math.max(0, compareAt - unitPrice) * line.quantity
  }, 0)
}

/** Returns the price of a line's pieces, in rupees. */
export function lineTotal(line: CartLine): number {
  return paiseOfLines([line]) / 100
}
