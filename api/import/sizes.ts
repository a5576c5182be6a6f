import { cleanText, distinct, toTitleCase } from './text.ts'

const LETTERS = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL', '6XL']
const LETTER_SIZE = /^(?:x{0,4}[sl]|m|\d{1,2}xl)$/i

/** Sizes as a shopper reads them: `xs` → `XS`, `small` → `Small`, repetitions gone, the order kept. */
export function cleanSizes(sizes: readonly string[]): string[] {
  return distinct(
    sizes.map(cleanText).map((size) => (LETTER_SIZE.test(size) ? size.toUpperCase() : toTitleCase(size))),
  )
}

/** Small to large when every size is a letter size or every size is a number; otherwise as given. */
export function inSizeOrder(sizes: readonly string[]): string[] {
  const rank = sizes.every((size) => LETTERS.includes(size))
    ? (size: string) => LETTERS.indexOf(size)
    : sizes.every((size) => /^\d+(\.\d+)?$/.test(size))
      ? Number
      : () => 0
  return [...sizes].sort((one, other) => rank(one) - rank(other))
}

/** Colours with capital first letters: ` off white` → `Off White`. */
export function cleanColors(colors: readonly string[]): string[] {
  return distinct(colors.map((color) => toTitleCase(cleanText(color))))
}
