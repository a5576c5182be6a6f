import { GARMENT_WORDS } from './garment-words.ts'

export interface GarmentKind {
  category: string
  parentCategory: string
}

const kindByWord = new Map<string, GarmentKind>(
  Object.entries(GARMENT_WORDS).flatMap(([category, types]) =>
    Object.entries(types).flatMap(([parentCategory, words]) =>
      words.split(', ').map((word) => [toPlainWords(word), { category, parentCategory }] as const),
    ),
  ),
)

const longestFirst = [...kindByWord.keys()].sort((one, other) => other.length - one.length)
const WORDS = new RegExp(`(?<![\\w/])(${longestFirst.join('|')})(?:e?s)?(?![\\w/])`, 'g')

/**
 * The kind of a product by its name: the last garment word before `with` or `for` decides (`Women Green Kurta Set
 * with Dupatta` is a kurta set). `undefined` when no word is known.
 */
export function garmentOf(name: string): GarmentKind | undefined {
  const words = toPlainWords(name)
  const [subject = words] = words.split(/ (?:with|for|in|by) /)
  return lastKind(subject) ?? lastKind(words)
}

function lastKind(words: string): GarmentKind | undefined {
  const word = [...words.matchAll(WORDS)].at(-1)?.[1]
  return word === undefined ? undefined : kindByWord.get(word)
}

function toPlainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[-–\s]+/g, ' ')
    .replace(/['’]s?\b/g, '')
    .trim()
}
