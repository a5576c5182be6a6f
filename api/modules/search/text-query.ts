import { OTHER_GARMENTS } from './lexicon.ts'
import type { SearchWord } from './search-words.ts'

/** Shorter words would match too many others as prefixes, unless the shopper is still typing them. */
const PREFIX_FROM = 3
const UNFINISHED_FROM = 2

/** The `tsquery` texts to try in turn until one has matches: all words, then all but the audience, then any word. */
export function textQueries(words: SearchWord[]): string[] {
  const things = words.filter(({ isAudience }) => !isAudience)
  const queries = [
    words.map(toQuery).join(' & '),
    things.map(toQuery).join(' & '),
    things.map(toQuery).join(' | '),
  ]
  return [...new Set(queries.filter((query) => query !== ''))]
}

function toQuery({ spellings, isAudience, isUnfinished }: SearchWord): string {
  const all = isAudience ? [...spellings, 'unisex'] : spellings
  const prefixFrom = isAudience ? Infinity : isUnfinished ? UNFINISHED_FROM : PREFIX_FROM
  const any = all.map((spelling) => toLexeme(spelling, prefixFrom)).join(' | ')
  const others = spellings.map((spelling) => OTHER_GARMENTS.get(spelling)).find(Boolean)
  if (!others) return `(${any})`
  return `((${any}) & !(${others.map((other) => toLexeme(other, PREFIX_FROM)).join(' | ')}))`
}

/** Words contain only letters, digits, marks and hyphens, so they cannot break out of the quotes. */
function toLexeme(word: string, prefixFrom: number): string {
  return `'${word}'${word.length >= prefixFrom ? ':*' : ''}`
}
