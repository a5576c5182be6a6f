import { OTHER_GARMENTS } from './lexicon.ts'
import type { SearchWord } from './search-words.ts'

/** Shorter words would begin too many others, unless they are still being typed. */
const PREFIX_FROM = 3
const UNFINISHED_FROM = 2

/**
 * The searches to try one after the other, as PostgreSQL's `tsquery`, until one finds something: everything asked for,
 * then whomever it is for, then any of it.
 */
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

/** Words hold letters, digits, marks and hyphens alone, so that nothing in them can end the quotation. */
function toLexeme(word: string, prefixFrom: number): string {
  return `'${word}'${word.length >= prefixFrom ? ':*' : ''}`
}
