import { STOP_WORDS, GARMENTS, STYLES, AUDIENCES } from './lexicon.ts'
import { editDistance, singularOf, maxTypos, soundOf } from './spelling.ts'

/** One word of a search; any of its spellings matches. */
export interface SearchWord {
  spellings: string[]
  /** Names an audience; a search without matches drops it. */
  isAudience: boolean
  /** The lexicon contains it, so its spelling is not corrected. */
  isInLexicon: boolean
  /** The shopper is still typing it, so it also matches as a prefix. */
  isUnfinished?: boolean
}

const WORDS_MAX = 8
/** Shorter beginnings would match too many words of the lexicon. */
const COMPLETED_FROM = 3
const WORD_MAX_LENGTH = 40
/** Letters and digits of any script with their combining marks, and inner hyphens. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu

interface Synonyms {
  spellings: string[]
  isAudience: boolean
}

const garmentWords = [...GARMENTS, ...STYLES].map((line) => toSynonyms(line, false))
const audienceWords = AUDIENCES.map((line) => toSynonyms(line, true))
const bySpelling = new Map<string, Synonyms>()
const bySound = new Map<string, Synonyms>()
for (const synonyms of [...audienceWords, ...garmentWords]) {
  for (const spelling of synonyms.spellings) {
    if (!bySpelling.has(spelling)) bySpelling.set(spelling, synonyms)
    if (!bySound.has(soundOf(spelling))) bySound.set(soundOf(spelling), synonyms)
  }
}
const garmentSpellings = [...bySpelling.keys()].filter((spelling) => /^[a-z-]+$/.test(spelling))

function toSynonyms(line: string, isAudience: boolean): Synonyms {
  return { spellings: line.split(', '), isAudience }
}

/** Parses a search text into words; empty when it contains only stop words. */
export function parseSearchText(text: string): SearchWord[] {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]s?\b/g, '')
    .replace(/\bt(?:ee)?[\s-]+shirt/g, 't-shirt')
    .match(WORD)
  const typedWords = (words ?? []).filter((word) => !STOP_WORDS.has(word)).slice(0, WORDS_MAX)
  return typedWords.map((word) => toSearchWord(word.slice(0, WORD_MAX_LENGTH)))
}

/**
 * Parses an unfinished search text: without a trailing space, the last word also matches the lexicon's words that
 * begin with it (`lehn`, `साड`).
 */
export function parseUnfinishedText(text: string): SearchWord[] {
  const words = parseSearchText(text)
  const last = words.at(-1)
  const [typed = ''] = last?.spellings ?? []
  if (!last || last.isInLexicon || /\s$/.test(text)) return words
  // A single letter after other words is ignored.
  if (Array.from(typed).length < 2) return words.slice(0, -1)
  const completions =
    typed.length < COMPLETED_FROM ? [] : garmentWords.filter(({ spellings }) => spellings.some(begins))
  const spellings = [
    ...new Set([...last.spellings, ...completions.flatMap((synonyms) => synonyms.spellings)]),
  ]
  return [
    ...words.slice(0, -1),
    { ...last, spellings, isInLexicon: completions.length > 0, isUnfinished: true },
  ]

  function begins(spelling: string): boolean {
    return spelling.startsWith(typed)
  }
}

function toSearchWord(word: string): SearchWord {
  const single = singularOf(word)
  const synonyms =
    bySpelling.get(word) ??
    bySpelling.get(single) ??
    bySound.get(soundOf(word)) ??
    bySound.get(soundOf(single))
  if (synonyms) return { ...synonyms, isInLexicon: true }
  return { spellings: [...new Set([word, single])], isAudience: false, isInLexicon: false }
}

/**
 * The lexicon's synonyms nearest to a misspelt word, or the nearest of `others`; `undefined` when none is near
 * enough.
 */
export function findNearest(word: string, others: string[]): SearchWord | undefined {
  const most = maxTypos(word)
  if (most === 0) return undefined
  const candidates = [...garmentSpellings, ...others.filter((other) => !bySpelling.has(other))]
    .map((spelling) => ({ spelling, wrong: difference(word, spelling, most) }))
    .filter(({ wrong }) => wrong <= most)
  const least = Math.min(...candidates.map(({ wrong }) => wrong))
  const nearest = candidates.filter(({ wrong }) => wrong === least).map(({ spelling }) => spelling)
  const [first] = nearest
  if (first === undefined) return undefined
  const synonyms = bySpelling.get(first)
  if (synonyms) return { ...synonyms, isInLexicon: true }
  return { spellings: nearest.slice(0, 3), isAudience: false, isInLexicon: true }
}

/** Edit distance of the spellings or, when that is too large, of their sounds. */
function difference(word: string, spelling: string, most: number): number {
  const wrong = editDistance(word, spelling, most)
  return wrong <= most ? wrong : editDistance(soundOf(word), soundOf(spelling), most)
}
