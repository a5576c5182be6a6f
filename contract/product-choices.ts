import { isColorOption, isSizeName } from './attribute-names.ts'

/** A product without variants that has more combinations is listed as one without choices. */
const COMBINATIONS_MAX = 60

/** A size in a colour, by option name, as of a product without variants. */
export type SizeAndColor = Readonly<{ Color?: string; Size?: string }>

/**
 * Returns the choices of a product without variants: every size in every colour, colour by colour. One empty choice for a
 * product without any, or with more than `max`.
 */
export function sizesAndColors(
  sizes: readonly string[],
  colors: readonly string[],
  max = COMBINATIONS_MAX,
): SizeAndColor[] {
  const count = Math.max(1, sizes.length) * Math.max(1, colors.length)
  if (count > max) return [{}]
  const ofColors = colors.length > 0 ? colors.map((color) => ({ Color: color })) : [{}]
  const ofSizes = sizes.length > 0 ? sizes.map((size) => ({ Size: size })) : [{}]
  return ofColors.flatMap((color) => ofSizes.map((size) => ({ ...color, ...size })))
}

/** Splits chosen options into the values of size and colour, and the other options. */
export function splitOptions(chosen: readonly [name: string, value: string][]) {
  const size = chosen.find(([name]) => isSizeName(name))
  const color = chosen.find(([name]) => isColorOption(name))
  const others = chosen.filter((option) => option !== size && option !== color)
  return { size: size?.[1], color: color?.[1], others }
}

/**
 * Returns the pictures that show a variant, the main one first: its own and those of no variant; all pictures of the
 * product where there are none.
 */
export function picturesOfVariant(
  own: readonly string[],
  { ofProduct, ofVariants }: { ofProduct: readonly string[]; ofVariants: ReadonlySet<string> },
): string[] {
  const shown = new Set([...own, ...ofProduct.filter((url) => !ofVariants.has(url))])
  return [...(shown.size > 0 ? shown : new Set([...ofProduct, ...ofVariants]))]
}
