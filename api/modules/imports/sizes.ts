import { cleanText } from '../../tables/clean-text.ts'
import { distinct, toTitleCase } from './text.ts'

const LETTERS = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL', '6XL']
const LETTER_SIZE = /^(?:x{0,4}[sl]|m|\d{1,2}xl)$/i

/** Normalizes sizes: `xs` → `XS`, `small` → `Small`; removes duplicates, keeps the order. */
export function cleanSizes(sizes: readonly string[]): string[] {
  return distinct(
    sizes.map(cleanText).map((size) => (LETTER_SIZE.test(size) ? size.toUpperCase() : toTitleCase(size))),
  )
}

/** Sorts small to large when all sizes are letters or all are numbers; otherwise keeps the order. */
export function inSizeOrder(sizes: readonly string[]): string[] {
  const rank = sizes.every((size) => LETTERS.includes(size))
    ? (size: string) => LETTERS.indexOf(size)
    : sizes.every((size) => /^\d+(\.\d+)?$/.test(size))
      ? Number
      : () => 0
  return [...sizes].sort((one, other) => rank(one) - rank(other))
}

/** Normalizes colours: ` off white` → `Off White`. */
export function cleanColors(colors: readonly string[]): string[] {
  return distinct(colors.map((color) => toTitleCase(cleanText(color))))
}
