import type { LineProblem } from '@tanabana/contract/order.ts'
import { LINE_REFUSALS_KEY, saveStored } from '../platform/storage.ts'
import type { CartLine } from './cart.ts'
import { $lineRefusals, type LineRefusal, NO_REFUSALS } from './line-refusals.ts'
import { problemMessage } from './problem-message.ts'

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
      linesOf(lines, problem).map((line) => ({ line, message: problemMessage(problem, sentence) })),
    ),
  )
}

export function forgetRefusals(): void {
  saveRefusals(NO_REFUSALS)
}

function linesOf(lines: CartLine[], { line: place, productId }: LineProblem): CartLine[] {
  const named = place === undefined ? undefined : lines[place]
  return named?.id === productId ? [named] : lines.filter(({ id }) => id === productId)
}

function saveRefusals(refusals: readonly LineRefusal[]): void {
  $lineRefusals.set(refusals)
  saveStored(LINE_REFUSALS_KEY, refusals.length > 0 ? refusals : undefined, 'sessionStorage')
}
