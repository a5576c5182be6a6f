import { isColorOption } from '@tanabana/contract/attribute-names.ts'
import { COLOR_FAMILIES } from './colors.ts'
import type { SearchWord } from './search-words.ts'

/** Names of colours that a listing asks for, in lower case: lists of spellings, the nearest meaning first. */
export type AskedColors = readonly (readonly string[])[]

/** Returns the colours that filters and the words of a search ask for. */
export function askedColors(
  { colors, colorFamilies }: { colors: readonly string[]; colorFamilies: readonly string[] },
  words: readonly SearchWord[],
): AskedColors {
  const families = Object.entries(COLOR_FAMILIES).filter(([name]) =>
    colorFamilies.includes(name.toLowerCase()),
  )
  const searched = words.filter(({ kind }) => kind === 'color')
  return [
    colors,
    families.flatMap(([, { names }]) => names.split(', ')),
    families.flatMap(([, { shades }]) => shades.flatMap((line) => line.split(', '))),
    searched.flatMap(({ spellings }) => spellings),
    searched.flatMap(({ members }) => members),
    searched.flatMap(({ family }) => family),
  ].filter(({ length }) => length > 0)
}

interface Colored {
  options: { name: string; values: string[] }[]
  variants: { options: Record<string, string>; available: boolean }[]
}

/** Returns the colour of a product that comes nearest to the asked ones, one that can be ordered before others. */
export function findAskedColor({ options, variants }: Colored, asked: AskedColors): string | undefined {
  const option = options.find(({ name }) => isColorOption(name))
  if (!option) return undefined
  const isOnSale = (value: string) =>
    variants.some((variant) => variant.available && variant.options[option.name] === value)
  const values = option.values.toSorted((one, other) => Number(isOnSale(other)) - Number(isOnSale(one)))
  for (const names of asked) {
    const found = values.find((value) => names.some((name) => hasName(value.toLowerCase(), name)))
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a colour is the named one or a shade with its name: "Powder Blue" is a blue. */
function hasName(color: string, name: string): boolean {
  return color === name || color.split(/[\s/-]+/).includes(name)
}
