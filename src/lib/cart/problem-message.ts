import type { LineProblem } from '@tanabana/contract/order.ts'
import type { Sentence } from '../i18n/translate.ts'
import { lineMessages } from './messages.ts'

/** Returns the message of a line's problem; `sentence` is the API's, for a code that has no message of its own. */
export function problemMessage(
  { code, left }: Pick<LineProblem, 'code' | 'left'>,
  sentence?: string,
): Sentence {
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
