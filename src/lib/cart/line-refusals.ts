import { atom, onMount } from 'nanostores'

import type { QuoteLine } from '@tanabana/contract/quote.ts'
import type { Sentence } from '../i18n/translate.ts'
import { parseList, toRecord } from '../platform/parse-stored.ts'
import { LINE_REFUSALS_KEY, readStored } from '../platform/storage.ts'
import { isSameLine, type CartLine } from './cart.ts'
import { hasIssues, lineIssues, type CurrentProduct, type LineIssues } from './line-issues.ts'
import { problemMessage } from './problem-message.ts'

type RefusedLine = Pick<
  CartLine,
  'id' | 'selectedSize' | 'selectedColor' | 'otherOptions' | 'variantId' | 'quantity'
>

/** A line as it was sent, and why the store API refused it. */
export interface LineRefusal {
  line: RefusedLine
  message: Sentence
}

export const NO_REFUSALS: readonly LineRefusal[] = []

/**
 * Lines of the last order that the store API refused, kept for checkout and cart of this tab until the next order. A line
 * that has changed since is no longer one of them. docs/requirements.md#86-checkout
 */
export const $lineRefusals = atom<readonly LineRefusal[]>(NO_REFUSALS)

onMount($lineRefusals, () => $lineRefusals.set(readRefusals()))

/**
 * Reasons why a line can't be ordered: those of its quote, else those of its product now, else the refusal of the store
 * API.
 */
export function issuesOfLine(
  line: CartLine,
  product: CurrentProduct | undefined,
  refusals: readonly LineRefusal[],
  quoted?: QuoteLine,
): LineIssues {
  const issues = quoted ? quotedIssues(line, product, quoted) : lineIssues(line, product)
  const refused = refusals.find((refusal) => isAsRefused(line, refusal.line))?.message
  return hasIssues(issues) || !refused ? issues : { refused }
}

/** True for a quoted line whose shopper must choose again: its product has the choices. */
export function needsChoice(quoted: QuoteLine | undefined): boolean {
  const issue = quoted?.issue
  return issue !== undefined && !['product-gone', 'not-enough-stock', 'other'].includes(issue)
}

/** The product names the choice that is missing, where it is known. */
function quotedIssues(line: CartLine, product: CurrentProduct | undefined, quoted: QuoteLine): LineIssues {
  const { issue, left } = quoted
  if (left && line.quantity > left) return { stock: 'few', left }
  if (issue === undefined || issue === 'not-enough-stock') return {}
  if (issue === 'product-gone') return { removal: 'gone' }
  const issues = needsChoice(quoted) ? lineIssues(line, product) : {}
  return hasIssues(issues) && !issues.stock ? issues : { refused: problemMessage({ code: issue }) }
}

function isAsRefused(line: CartLine, refused: RefusedLine): boolean {
  return (
    isSameLine(line, refused) && line.variantId === refused.variantId && line.quantity === refused.quantity
  )
}

function readRefusals(): readonly LineRefusal[] {
  return parseList(readStored(LINE_REFUSALS_KEY, 'sessionStorage')).filter(isLineRefusal)
}

/** Checks what rendering needs; `isAsRefused` compares the rest. */
function isLineRefusal(value: unknown): value is LineRefusal {
  const { line, message } = toRecord(value)
  return typeof toRecord(line).id === 'string' && typeof toRecord(message).text === 'string'
}
