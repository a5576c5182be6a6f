import { COLOR_FAMILIES } from './colors.ts'
import { STOP_WORDS, GARMENTS, GARMENT_FAMILIES, STYLES, AUDIENCES } from './lexicon.ts'
import { editDistance, isMisspelling, singularOf, maxTypos, soundOf } from './spelling.ts'

/** One word of a search; any of its spellings matches. */
export interface SearchWord extends Meaning {
  /** The shopper's spelling, in lower case. */
  typed: string
  /** The word that a misspelling is read as. Absent for plurals and other valid spellings. */
  correction?: string | undefined
  /** In the lexicon, or corrected to a known word: its spelling is not corrected further. */
  isKnown: boolean
  /** The shopper is still typing it, so it also matches as a prefix. */
  isUnfinished?: boolean
}

interface Meaning {
  spellings: readonly string[]
  /** A search without matches drops an audience. */
  kind: 'audience' | 'color' | 'garment' | 'other'
  /** Spellings of the colours or garments that belong to it, where it names a family. They match after its own. */
  members: readonly string[]
  /** Spellings of the whole families of a shade; a search without matches widens to them. */
  family: readonly string[]
}

const WORDS_MAX = 8
/** Shorter beginnings would match too many words of the lexicon. */
const COMPLETED_FROM = 3
/** Shorter shades are too near to other words to be corrections of them. */
const CORRECTED_SHADE_FROM = 5
const WORD_MAX_LENGTH = 40
/** Of equally near words, those with the same first letter come first, then others, then those that only sound alike. */
const OTHER_FIRST_LETTER = 0.25
const ONLY_BY_SOUND = 0.5
/** Shorter words, such as full, sound like too many others. */
const SOUND_COMPARED_FROM = 5
/** Letters and digits of any script with their combining marks, and inner hyphens. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu

const DEVANAGARI = /\p{Script=Devanagari}/u

const bySpelling = new Map<string, Meaning>()
const bySound = new Map<string, Meaning>()

const audiences = AUDIENCES.map((line) => toMeaning('audience', line))
const garments = GARMENTS.map((line) => toMeaning('garment', line))
const styles = STYLES.map((line) => toMeaning('other', line))
for (const meaning of [...audiences, ...garments, ...styles]) add(meaning)
const garmentFamilies = GARMENT_FAMILIES.map(({ names, garments: members }) => ({
  ...toMeaning('garment', names),
  members: members.split(', ').flatMap((name) => bySpelling.get(name)?.spellings ?? []),
}))
const colorFamilies = Object.values(COLOR_FAMILIES).map(({ names, shades }) => ({
  ...toMeaning('color', names),
  members: shades.flatMap((line) => line.split(', ')),
}))
const shadeFamilies = new Map<string, string[]>()
for (const { names, shades } of Object.values(COLOR_FAMILIES)) {
  const all = [names, ...shades].flatMap((line) => line.split(', '))
  for (const line of shades) shadeFamilies.set(line, [...(shadeFamilies.get(line) ?? []), ...all])
}
const shadeNames = [...shadeFamilies].map(([line, family]) => ({ ...toMeaning('color', line), family }))
for (const meaning of [...garmentFamilies, ...colorFamilies, ...shadeNames]) add(meaning)

const completable = [
  ...audiences,
  ...garments,
  ...styles,
  ...garmentFamilies,
  ...colorFamilies,
  ...shadeNames,
]
const correctable = [...bySpelling.keys()].filter(
  (spelling) =>
    /^[a-z-]+$/.test(spelling) &&
    (spelling.length >= CORRECTED_SHADE_FROM || bySpelling.get(spelling)?.family.length === 0),
)

function toMeaning(kind: Meaning['kind'], line: string): Meaning {
  return { spellings: line.split(', '), kind, members: [], family: [] }
}

function add(meaning: Meaning): void {
  for (const spelling of meaning.spellings) {
    if (!bySpelling.has(spelling)) bySpelling.set(spelling, meaning)
    if (!bySound.has(soundOf(spelling))) bySound.set(soundOf(spelling), meaning)
  }
}

/** Replaces each word of a search text. */
export function replaceWords(text: string, replace: (word: string) => string): string {
  return text.normalize('NFC').replace(WORD, replace)
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
  if (!last || last.isKnown || /\s$/.test(text)) return words
  // A single letter after other words is ignored.
  if (Array.from(typed).length < 2) return words.slice(0, -1)
  const completions =
    typed.length < COMPLETED_FROM ? [] : completable.filter(({ spellings }) => spellings.some(begins))
  const spellings = [...new Set([...last.spellings, ...completions.flatMap((meaning) => meaning.spellings)])]
  return [...words.slice(0, -1), { ...last, spellings, isKnown: completions.length > 0, isUnfinished: true }]

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
  if (!meaning) {
    const spellings = [...new Set([word, single])]
    return { ...toMeaning('other', ''), spellings, typed: word, isKnown: false }
  }
  // Titles in Hindi may have the typed word, whose sound has led to the meaning.
  const spellings = DEVANAGARI.test(word) ? [...new Set([...meaning.spellings, word])] : meaning.spellings
  return { ...meaning, spellings, typed: word, correction: correctionIn(meaning, single), isKnown: true }
}

/** The spelling of a word of the lexicon that a misspelt word sounds like, if any. */
function correctionIn({ spellings }: Meaning, word: string): string | undefined {
  if (DEVANAGARI.test(word) || spellings.some((spelling) => singularOf(spelling) === word)) return undefined
  const spelling = spellings.find((one) => soundOf(one) === soundOf(word))
  return spelling !== undefined && isMisspelling(word, spelling) ? spelling : undefined
}

/**
 * The lexicon's synonyms nearest to a misspelt word, with the first of the nearest spellings, or the nearest of `others`,
 * with the spelling if there is only one; `undefined` when none is near enough.
 */
export function findNearest(word: string, others: string[]): (Meaning & { nearest?: string }) | undefined {
  const most = maxTypos(word)
  if (most === 0) return undefined
  const candidates = [...correctable, ...others.filter((other) => !bySpelling.has(other))]
    .map((spelling) => ({ spelling, wrong: difference(word, spelling, most) }))
    .filter(({ wrong }) => wrong < Infinity)
  const least = Math.min(...candidates.map(({ wrong }) => wrong))
  const nearest = candidates.filter(({ wrong }) => wrong === least).map(({ spelling }) => spelling)
  const [first] = nearest
  if (first === undefined) return undefined
  const meaning = bySpelling.get(first)
  if (meaning) return { ...meaning, nearest: first }
  const spellings = nearest.slice(0, 3)
  return { ...toMeaning('other', ''), spellings, ...(spellings.length === 1 ? { nearest: first } : {}) }
}

/** Edit distance of the spellings or, when that is above `most`, of their sounds, else infinite; with less than 1 for ties. */
function difference(word: string, spelling: string, most: number): number {
  const wrong = editDistance(word, spelling, most)
  if (wrong <= most) return wrong + (word.startsWith(spelling.charAt(0)) ? 0 : OTHER_FIRST_LETTER)
  if (word.length < SOUND_COMPARED_FROM) return Infinity
  const [sound, other] = [soundOf(word), soundOf(spelling)]
  const wrongSound = editDistance(sound, other, most)
  // Another first sound is another word, such as rakhi and khaki.
  return wrongSound <= most && sound.startsWith(other.charAt(0)) ? wrongSound + ONLY_BY_SOUND : Infinity
}
