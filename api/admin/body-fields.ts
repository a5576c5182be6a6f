import * as z from 'zod/mini'

import { hasControlCharacters } from '@tanabana/contract/text.ts'
import { text } from '../http/schemas.ts'

const LINE_MAX = 100
const RUPEES_MAX = 10_000_000

/** A text of 1 to `max` characters on one line, such as a name or a bank's reference; blanks at its ends are removed. */
export function line(max = LINE_MAX) {
  return text.check(
    z.trim(),
    z.minLength(1),
    z.maxLength(max),
    z.refine((value) => !hasControlCharacters(value), 'It contains an invisible character.'),
  )
}

/** Rupees above 0, with at most 2 decimals. */
export const amount = z.number().check(z.positive(), z.maximum(RUPEES_MAX), z.multipleOf(0.01))

/** Paise of `amount`. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100)
}
