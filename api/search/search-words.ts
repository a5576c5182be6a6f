import { FILLERS, GARMENTS, LOOKS, PEOPLE } from './lexicon.ts'
import { distance, singularOf, slack, soundOf } from './spelling.ts'

/** One thing that is searched for: any of its spellings will do. */
export interface SearchWord {
  spellings: string[]
  /** Says whom it is for; a search that finds nothing does without. */
  isAudience: boolean
  /** In the lexicon, so that its spelling is beyond doubt. */
  isKnown: boolean
  /** Its end is still to be typed. */
  isUnfinished?: boolean
}

const WORDS_MAX = 8
/** Shorter words would begin too many others of the lexicon. */
const BEGINNING_FROM = 3
const WORD_MAX_LENGTH = 40
/** Letters and digits of any script with the marks that belong to them, and hyphens inside. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu

interface Meaning {
  spellings: string[]
  isAudience: boolean
}

const meanings = [...GARMENTS, ...LOOKS].map((line) => meaningOf(line, false))
const audiences = PEOPLE.map((line) => meaningOf(line, true))
const bySpelling = new Map<string, Meaning>()
const bySound = new Map<string, Meaning>()
for (const meaning of [...audiences, ...meanings]) {
  for (const spelling of meaning.spellings) {
    if (!bySpelling.has(spelling)) bySpelling.set(spelling, meaning)
    if (!bySound.has(soundOf(spelling))) bySound.set(soundOf(spelling), meaning)
  }
}
const garmentSpellings = [...bySpelling.keys()].filter((spelling) => /^[a-z-]+$/.test(spelling))

function meaningOf(line: string, isAudience: boolean): Meaning {
  return { spellings: line.split(', '), isAudience }
}

/** What a shopper's words ask for; nothing when they only say `for the`. */
export function readSearch(text: string): SearchWord[] {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]s?\b/g, '')
    .replace(/\bt(?:ee)?[\s-]+shirt/g, 't-shirt')
    .match(WORD)
  const asked = (words ?? []).filter((word) => !FILLERS.has(word)).slice(0, WORDS_MAX)
  return asked.map((word) => toSearchWord(word.slice(0, WORD_MAX_LENGTH)))
}

/**
 * The words of an unfinished search text: the last of them, when no space follows, may be the beginning of one in the
 * lexicon (`lehn`, `साड`), and stands for itself as well.
 */
export function readTyped(text: string): SearchWord[] {
  const words = readSearch(text)
  const last = words.at(-1)
  const [typed = ''] = last?.spellings ?? []
  if (!last || last.isKnown || /\s$/.test(text)) return words
  // One letter says nothing beside other words.
  if (Array.from(typed).length < 2) return words.slice(0, -1)
  const begun =
    typed.length < BEGINNING_FROM ? [] : meanings.filter(({ spellings }) => spellings.some(begins))
  const spellings = [...new Set([...last.spellings, ...begun.flatMap((meaning) => meaning.spellings)])]
  return [...words.slice(0, -1), { ...last, spellings, isKnown: begun.length > 0, isUnfinished: true }]

  function begins(spelling: string): boolean {
    return spelling.startsWith(typed)
  }
}

function toSearchWord(word: string): SearchWord {
  const single = singularOf(word)
  const meaning =
    bySpelling.get(word) ??
    bySpelling.get(single) ??
    bySound.get(soundOf(word)) ??
    bySound.get(soundOf(single))
  if (meaning) return { ...meaning, isKnown: true }
  return { spellings: [...new Set([word, single])], isAudience: false, isKnown: false }
}

/** The garment or look that a misspelt word comes nearest to, or the word as it is when `others` come nearer. */
export function nearestTo(word: string, others: string[]): SearchWord | undefined {
  const most = slack(word)
  if (most === 0) return undefined
  const candidates = [...garmentSpellings, ...others.filter((other) => !bySpelling.has(other))]
    .map((spelling) => ({ spelling, wrong: difference(word, spelling, most) }))
    .filter(({ wrong }) => wrong <= most)
  const least = Math.min(...candidates.map(({ wrong }) => wrong))
  const nearest = candidates.filter(({ wrong }) => wrong === least).map(({ spelling }) => spelling)
  const [first] = nearest
  if (first === undefined) return undefined
  const meaning = bySpelling.get(first)
  if (meaning) return { ...meaning, isKnown: true }
  return { spellings: nearest.slice(0, 3), isAudience: false, isKnown: true }
}

/** In letters or, where they sound more alike than they are spelt, in sounds. */
function difference(word: string, spelling: string, most: number): number {
  const wrong = distance(word, spelling, most)
  return wrong <= most ? wrong : distance(soundOf(word), soundOf(spelling), most)
}
