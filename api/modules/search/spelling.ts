const DEVANAGARI: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'अ a आ aa इ i ई ee उ u ऊ oo ऋ ri ए e ऐ ai ओ o औ au ऑ o ा aa ि i ी ee ु u ू oo ृ ri े e ै ai ो o ौ au ॉ o ं n ँ n ः h ' +
    'क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n प p फ ph ब b भ bh म m ' +
    'य y र r ल l व v श sh ष sh स s ह h'
  )
    .split(' ')
    .reduce<[string, string][]>(
      (pairs, one, index, all) => (index % 2 === 0 ? [...pairs, [one, all[index + 1] ?? '']] : pairs),
      [],
    ),
)
const CONSONANT = /[क-ह]/
const VOWEL_SIGN = /[ा-ौ]/
const VIRAMA = '्'
const NUKTA = '़'
const DOUBLE_END = /([b-df-hj-np-tv-z])\1$/

/** Transliterates Hindi to Latin letters as people type them. Other letters stay. */
export function toLatin(word: string): string {
  const letters = Array.from(word.normalize('NFD')).filter((letter) => letter !== NUKTA)
  return letters
    .map((letter, index) => {
      const next = letters[index + 1]
      // A consonant carries an inherent "a" unless a vowel sign follows; at the end of a word it is silent.
      const hasVowel =
        CONSONANT.test(letter) && next !== undefined && next !== VIRAMA && !VOWEL_SIGN.test(next)
      return letter === VIRAMA ? '' : (DEVANAGARI[letter] ?? letter) + (hasVowel ? 'a' : '')
    })
    .join('')
}

/** A key that is equal for spellings that sound alike: `kurtaa`, `kurtha`; `saadi`, `sadee`; `jhumka`, `zumka`. */
export function soundOf(word: string): string {
  return toLatin(word)
    .replace(/ee|ea|y$/g, 'i')
    .replace(/oo/g, 'u')
    .replace(/(?<=[bcdfgjklpqrtxz])h/g, '')
    .replace(/z/g, 'j')
    .replace(/w/g, 'v')
    .replace(/[-']/g, '')
    .replace(/(.)\1+/g, '$1')
}

/**
 * False for another transliteration of the same word, which has the same sound (`kurtaa`, `chuni`); a doubled consonant at
 * the end (`silkk`) is a mistake all the same.
 */
export function isMisspelling(word: string, other: string): boolean {
  return soundOf(word) !== soundOf(other) || (DOUBLE_END.test(word) && !DOUBLE_END.test(other))
}

/** The word without a plural's ending. */
export function singularOf(word: string): string {
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2)
  if (/[^s]s$/.test(word) && word.length > 3) return word.slice(0, -1)
  return word
}

/** The plural of an English word, or of a Hindi one in Latin letters. */
export function pluralOf(word: string): string {
  if (/(?:s|sh|ch|x)$/.test(word)) return `${word}es`
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  if (word.endsWith('f')) return `${word.slice(0, -1)}ves`
  return `${word}s`
}

/** The number of wrong letters to tolerate in a word of this length. */
export function maxTypos(word: string): number {
  if (word.length < 4) return 0
  return word.length < 7 ? 1 : 2
}

/** Damerau-Levenshtein distance with adjacent swaps; any result above `most` only means "more than `most`". */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let [before, last]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, index) => index),
  ]
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwap ? at(before, column - 2) + 1 : Infinity,
      )
    }
    ;[before, last] = [last, next]
  }
  return at(last, other.length)
}

function at(numbers: number[], index: number): number {
  return numbers[index] ?? Infinity
}
