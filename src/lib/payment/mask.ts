/** A mask for `@maskito/core`: fixed characters, and a pattern for each typed character. */
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
 * Parses a mask: `9`, `0` and `#` are a digit, `A` and `a` a letter, `*` either; any other character is literal, and a
 * backslash escapes the next one. `undefined` for a text without a typed character or over 200 characters: the field
 * then has no mask.
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

/** True when the mask takes only digits, so that phones show a number pad. */
export function isNumericMask(mask: Mask): boolean {
  return mask.every((character) => typeof character === 'string' || character.source === '\\d')
}

function place(character: string): RegExp | undefined {
  return Object.hasOwn(PLACES, character) ? PLACES[character] : undefined
}
