import { atom } from 'nanostores'

import type { PaymentKind } from '@tanabana/contract/payment.ts'
import type { Quote, QuoteLine } from '@tanabana/contract/quote.ts'
import { isSameLine, type CartLine } from '../cart/cart.ts'

/** What a quote was asked for. */
export interface QuoteQuestion {
  lines: readonly CartLine[]
  /** As `readPinCode` reads it. */
  postalCode?: string | undefined
  /** As it is typed. */
  phone?: string | undefined
  /** The shopper has left the phone's field: one that can't be read is none. */
  isPhoneLeft?: boolean
  offerCode?: string | undefined
}

export interface KnownQuote {
  quote: Quote
  question: QuoteQuestion
}

/** The last quote, and what became of the last question. A quote outlives a question that failed. */
export interface QuoteState {
  status: 'unasked' | 'asking' | 'known' | 'failed'
  known?: KnownQuote | undefined
}

export const NO_QUOTE: QuoteState = { status: 'unasked' }

/** The one answer about the cart, for every part of a page that shows a price, a date or a way to pay. */
export const $quote = atom<QuoteState>(NO_QUOTE)

/** Returns what the last quote says about a line, whatever its quantity was then; `undefined` for a line it doesn't know. */
export function quotedLine({ known }: QuoteState, line: CartLine): QuoteLine | undefined {
  if (!known) return undefined
  const quoted = known.quote.lines[known.question.lines.findIndex((asked) => isSameChoice(asked, line))]
  return quoted?.productId === line.id ? quoted : undefined
}

/** Returns the quote of exactly these lines; `undefined` without one. */
export function quoteOf({ known }: QuoteState, lines: readonly CartLine[]): Quote | undefined {
  if (known?.question.lines.length !== lines.length) return undefined
  const isSame = known.question.lines.every((asked, index) => {
    const line = lines[index]
    return line !== undefined && isSameChoice(asked, line) && asked.quantity === line.quantity
  })
  return isSame ? known.quote : undefined
}

/** Returns the delivery to a PIN code, also while changed lines wait for their quote; `undefined` while it is not known. */
export function deliveryTo({ known }: QuoteState, postalCode: string | undefined): Quote['delivery'] {
  return known?.question.postalCode === postalCode ? known?.quote.delivery : undefined
}

/** Returns the ways to pay that the last quote offers; none without a quote. */
export function offeredMethods({ known }: QuoteState): PaymentKind[] {
  return known?.quote.methods.filter(({ offered }) => offered).map(({ kind }) => kind) ?? []
}

function isSameChoice(one: CartLine, other: CartLine): boolean {
  return isSameLine(one, other) && one.variantId === other.variantId
}
