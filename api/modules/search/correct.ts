import { and, eq, or, sql } from 'drizzle-orm'

import type { Transaction } from '../../db/index.ts'
import { productWords } from '../../db/schema.ts'
import { findNearest, type SearchWord } from './search-words.ts'
import { isMisspelling, singularOf, toLatin } from './spelling.ts'

/** First letters that are commonly confused. */
const ALIKE = ['ckq', 'jzg', 'vwb', 'sc', 'iey', 'uo', 'pf', 'ea']
/** Bounds the work for a hostile catalogue; no real one has this many words with one first letter. */
const COMPARED_MAX = 5000

/**
 * Corrects the spelling of words that neither the lexicon nor the shop's products contain. Reads the shop's words
 * with the same first letter, a few hundred whatever the size of the shop.
 */
export async function correctWords(
  tx: Transaction,
  tenantId: string,
  words: SearchWord[],
): Promise<SearchWord[]> {
  const corrected: SearchWord[] = []
  for (const word of words) corrected.push(word.isKnown ? word : await correct(tx, tenantId, word))
  return corrected
}

async function correct(tx: Transaction, tenantId: string, word: SearchWord): Promise<SearchWord> {
  const { typed } = word
  const latin = singularOf(toLatin(typed))
  if (!/^[a-z]{3,}$/.test(latin)) return word
  const known = await wordsLike(tx, tenantId, latin.charAt(0))
  const spelling = latin === typed ? word : { ...word, spellings: [...word.spellings, latin] }
  if (known.some((one) => one.startsWith(latin))) return spelling
  const found = findNearest(latin, known)
  if (!found) return spelling
  const { nearest, ...meaning } = found
  // A Hindi word in Latin letters is no misspelling.
  const isCorrected = nearest !== undefined && latin === singularOf(typed) && isMisspelling(latin, nearest)
  return { ...meaning, typed, correction: isCorrected ? nearest : undefined, isKnown: true }
}

async function wordsLike(tx: Transaction, tenantId: string, letter: string): Promise<string[]> {
  const letters = new Set(letter + ALIKE.filter((group) => group.includes(letter)).join(''))
  const ranges = [...letters].map((first) => {
    const next = String.fromCharCode(first.charCodeAt(0) + 1)
    return sql`(${productWords.word} >= ${first} and ${productWords.word} < ${next})`
  })
  const rows = await tx
    .select({ word: productWords.word })
    .from(productWords)
    .where(and(eq(productWords.tenantId, tenantId), or(...ranges)))
    .limit(COMPARED_MAX)
  return rows.map(({ word }) => word)
}
