import { replaceWords, type SearchWord } from './search-words.ts'

/** The corrections of a search text, and its words that no product found has. docs/requirements.md#115-search */
export interface SearchNotes {
  /** The search text with its misspelt words corrected. */
  corrected?: string
  /** Words, as typed, that no product found has. */
  leftOut?: string[]
}

/** Sizes, numbers and words of one or two letters, which products may have outside of their searched texts. */
const UNREPORTED = /\p{N}|^x+[sl]$|^..?$/u

/** Whether a shopper may be told that no product has the word. */
export function isReported({ typed, isKnown }: SearchWord): boolean {
  return isKnown || !UNREPORTED.test(typed)
}

/** Returns the notes of a search that found products; `undefined` when it found what is typed. */
export function toSearchNotes(
  text: string,
  words: readonly SearchWord[],
  leftOut: readonly SearchWord[],
): SearchNotes | undefined {
  const corrections = new Map(
    words.flatMap(({ typed, correction }) =>
      correction === undefined || leftOut.some((word) => word.typed === typed) ? [] : [[typed, correction]],
    ),
  )
  if (corrections.size === 0 && leftOut.length === 0) return undefined
  const correct = (word: string) => corrections.get(word.toLowerCase()) ?? word
  return {
    ...(corrections.size > 0 ? { corrected: replaceWords(text, correct).trim() } : {}),
    ...(leftOut.length > 0 ? { leftOut: [...new Set(leftOut.map(({ typed }) => typed))] } : {}),
  }
}
