import { atom, onMount } from 'nanostores'

import type { LineProblem } from '@tanabana/contract/order.ts'
import type { Sentence } from '../i18n/translate.ts'
import { parseList, toRecord } from '../platform/parse-stored.ts'
import { LINE_REFUSALS_KEY, readStored, saveStored } from '../platform/storage.ts'
import { isSameLine, type CartLine } from './cart.ts'
import { hasIssues, lineIssues, type CurrentProduct, type LineIssues } from './line-issues.ts'
import { lineMessages } from './messages.ts'

type RefusedLine = Pick<
  CartLine,
  'id' | 'selectedSize' | 'selectedColor' | 'otherOptions' | 'variantId' | 'quantity'
>

/** A line as it was sent, and why the store API refused it. */
interface LineRefusal {
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
 * Keeps the refusal of each line that a problem names: by its place in the order, else by its product. `sentence` is the
 * API's, for a code that has no message of its own.
 */
export function keepRefusals(
  lines: CartLine[],
  problems: readonly LineProblem[],
  sentence: string | undefined,
): void {
  saveRefusals(
    problems.flatMap((problem) =>
      linesOf(lines, problem).map((line) => ({ line, message: messageOf(problem, sentence) })),
    ),
  )
}

export function forgetRefusals(): void {
  saveRefusals(NO_REFUSALS)
}

/** Reasons why a line can't be ordered: those of its product now, else the refusal of the store API. */
export function issuesOfLine(
  line: CartLine,
  product: CurrentProduct | undefined,
  refusals: readonly LineRefusal[],
): LineIssues {
  const issues = lineIssues(line, product)
  const refused = refusals.find((refusal) => isAsRefused(line, refusal.line))?.message
  return hasIssues(issues) || !refused ? issues : { refused }
}

function linesOf(lines: CartLine[], { line: place, productId }: LineProblem): CartLine[] {
  const named = place === undefined ? undefined : lines[place]
  return named?.id === productId ? [named] : lines.filter(({ id }) => id === productId)
}

function messageOf({ code, left }: LineProblem, sentence: string | undefined): Sentence {
  switch (code) {
    case 'product-gone':
      return { text: lineMessages.removal.gone }
    case 'sold-out':
      return { text: lineMessages.removal['sold-out'] }
    case 'size-missing':
      return { text: lineMessages.size.missing }
    case 'not-enough-stock':
      return left ? { text: lineMessages.stock, values: { count: left } } : { text: lineMessages.refused }
    case 'other':
      return { text: sentence || lineMessages.refused }
    default:
      return { text: lineMessages.unavailable }
  }
}

function isAsRefused(line: CartLine, refused: RefusedLine): boolean {
  return (
    isSameLine(line, refused) && line.variantId === refused.variantId && line.quantity === refused.quantity
  )
}

function saveRefusals(refusals: readonly LineRefusal[]): void {
  $lineRefusals.set(refusals)
  saveStored(LINE_REFUSALS_KEY, refusals.length > 0 ? refusals : undefined, 'sessionStorage')
}

function readRefusals(): readonly LineRefusal[] {
  return parseList(readStored(LINE_REFUSALS_KEY, 'sessionStorage')).filter(isLineRefusal)
}

/** Checks what rendering needs; `isAsRefused` compares the rest. */
function isLineRefusal(value: unknown): value is LineRefusal {
  const { line, message } = toRecord(value)
  return typeof toRecord(line).id === 'string' && typeof toRecord(message).text === 'string'
}
