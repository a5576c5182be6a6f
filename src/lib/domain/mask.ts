/** A mask as `@maskito/core` takes it: fixed characters, and a pattern for each place that is typed. */
export type Mask = (string | RegExp)[]

const PLACES: Record<string, RegExp> = {
  '9': /\d/,
  '0': /\d/,
  '#': /\d/,
  A: /[a-z]/i,
  a: /[a-z]/i,
  '*': /[a-z\d]/i,
}

const LONGEST_MASK = 200

/**
 * Reads a mask's text: `9`, `0` and `#` stand for a digit, `A` and `a` for a letter, `*` for either, anything else for
 * itself; a backslash makes the next character stand for itself. `undefined` for a text without any place to type, or
 * longer than 200 characters: the field then has no mask.
 *
 * @example toMask('99/99') // [/\d/, /\d/, '/', /\d/, /\d/]
 */
export function toMask(text: string): Mask | undefined {
  if (text.length > LONGEST_MASK) return undefined
  const pieces = text.match(/\\?[^]/gu) ?? []
  const mask = pieces.map((piece) =>
    piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : (place(piece) ?? piece),
  )
  return mask.some((character) => character instanceof RegExp) ? mask : undefined
}

/** True when only digits are typed: a phone then shows its number pad. */
export function isNumericMask(mask: Mask): boolean {
  return mask.every((character) => typeof character === 'string' || character.source === '\\d')
}

function place(character: string): RegExp | undefined {
  return Object.hasOwn(PLACES, character) ? PLACES[character] : undefined
}
