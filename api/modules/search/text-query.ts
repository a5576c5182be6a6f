import { DESCRIBED_GARMENTS, OTHER_GARMENTS } from './lexicon.ts'
import type { SearchWord } from './search-words.ts'
import { pluralOf } from './spelling.ts'

/** One interpretation of a search: what it finds and in what order. All queries are `tsquery` texts. */
export interface TextQuery {
  matches: string
  /** The score of a product is the sum of the terms; a term has the value of its first query that matches. */
  score: ScoreTerm[]
  /** Words that a match need not have. Of audiences only children, because many products suit women and men. */
  optional: readonly SearchWord[]
}

type ScoreTerm = { query: string; value: number }[]

/** Parts of a product: A title, B categories, C audience, colours, fabric and occasion, D description. */
type Parts = '' | 'A' | 'B' | 'C' | 'D' | 'AB' | 'ABC'

/** Shorter words would match too many others as prefixes, unless the shopper is still typing them. */
const PREFIX_FROM = 3
const UNFINISHED_FROM = 2

/**
 * The interpretations of a search to try in turn until one has matches: every word, with a colour named by the product
 * and a garment by its title or category; then shades widened to their families; then a garment for its audience without its
 * colour (for a black kurta for men, another kurta for men); then without the audience; then a garment without its colour
 * (for a red dress, another dress before a red saree); then words of the description too; then anything without its colour;
 * then the garments alone, ranked by every word but the audience; then any word.
 */
export function textQueries(words: SearchWord[]): TextQuery[] {
  const things = words.filter(({ kind }) => kind !== 'audience')
  const garments = things.filter(({ kind }) => kind === 'garment')
  const children = words.filter(isChildren)
  const forAudience = strictQuery(words.filter(({ kind }) => kind !== 'color'))
  const forAnybody = strictQuery(things)
  const inAnyColor = strictQuery(things.filter(({ kind }) => kind !== 'color'))
  const described = { ...toTextQuery(things.map(widen), toLooseMatch), optional: children }
  const queries = [
    strictQuery(words),
    toTextQuery(words.map(widen), toStrictMatch),
    ...(garments.length > 0
      ? [forAudience, forAnybody, inAnyColor, described]
      : [forAnybody, described, inAnyColor]),
    { ...strictQuery(garments), score: things.flatMap(scoreTerms) },
    { ...toTextQuery(things, toLooseMatch, ' | '), optional: [...children, ...things] },
  ]
  const isNew = ({ matches }: TextQuery, index: number) =>
    matches !== '' && queries.findIndex((query) => query.matches === matches) === index
  return queries.filter(isNew)

  function strictQuery(kept: SearchWord[]): TextQuery {
    const left = words.filter((word) => !kept.includes(word))
    const optional = left.filter((word) => word.kind !== 'audience' || isChildren(word))
    return { ...toTextQuery(kept, toStrictMatch), optional }
  }
}

/** Grown-ups' unisex products are not for children. */
function isChildren({ kind, spellings }: SearchWord): boolean {
  return kind === 'audience' && spellings.includes('kids')
}

/** Matches products that have a word in any sense: its family, and the description too. */
export function wordQuery(word: SearchWord): string {
  return toLooseMatch(widen(word))
}

function widen(word: SearchWord): SearchWord {
  return { ...word, members: [...word.members, ...word.family] }
}

function toTextQuery(
  words: SearchWord[],
  toMatch: (word: SearchWord) => string,
  operator = ' & ',
): TextQuery {
  return {
    matches: words.map(toMatch).join(operator),
    score: words.flatMap(scoreTerms),
    optional: [],
  }
}

/** Descriptions mention colours of other garments, and garments to wear with this one. */
function toStrictMatch(word: SearchWord): string {
  if (word.kind === 'color') return toQuery(word, 'ABC')
  return toQuery(word, word.kind === 'garment' ? 'AB' : '')
}

function toLooseMatch(word: SearchWord): string {
  return toQuery(word, '')
}

function toQuery(word: SearchWord, parts: Parts): string {
  const audience = word.kind === 'audience' && !isChildren(word) ? ['unisex'] : []
  const any = anyOf(word, [...word.spellings, ...word.members, ...audience], parts)
  const others = word.spellings.map((spelling) => OTHER_GARMENTS.get(spelling)).find(Boolean)
  return others ? `(${any} & !${anyOf(word, others, 'AB')})` : any
}

function scoreTerms(word: SearchWord): ScoreTerm[] {
  const own = (parts: Parts) => anyOf(word, word.spellings, parts)
  const member = (parts: Parts, value: number) =>
    word.members.length > 0 ? [{ query: anyOf(word, word.members, parts), value }] : []
  switch (word.kind) {
    case 'audience':
      return [[{ query: own('ABC'), value: 0.1 }]]
    case 'color':
      return [
        [
          { query: own('A'), value: 1 },
          { query: own('C'), value: 0.85 },
          ...member('A', 0.8),
          { query: own('B'), value: 0.6 },
          ...member('C', 0.5),
        ],
      ]
    case 'garment': {
      const described = word.spellings.map((spelling) => DESCRIBED_GARMENTS.get(spelling)).find(Boolean)
      return [
        [
          ...(described ? [{ query: `${own('A')} & ${anyOf(word, described, 'A')}`, value: 0.3 }] : []),
          { query: own('A'), value: 1 },
          ...member('A', 0.8),
          { query: own('D'), value: 0.05 },
        ],
        [{ query: own('B'), value: 0.4 }, ...member('B', 0.3)],
      ]
    }
    case 'other':
      return [
        [
          { query: own('A'), value: 1 },
          { query: own('C'), value: 0.6 },
          { query: own('B'), value: 0.5 },
          { query: own('D'), value: 0.1 },
        ],
      ]
  }
}

function anyOf(word: SearchWord, spellings: readonly string[], parts: Parts): string {
  return `(${[...new Set(spellings)].flatMap((spelling) => toLexemes(word, spelling, parts)).join(' | ')})`
}

/**
 * The lexemes of a spelling. Colours and audiences match as they are (`red` is not `ready`), garments also in the plural
 * (`cap` is not `capacity`), other words as prefixes. Words contain only letters, digits, marks and hyphens, so they
 * cannot break out of the quotes.
 */
function toLexemes({ kind, isUnfinished }: SearchWord, spelling: string, parts: Parts): string[] {
  const lexeme = (text: string, isPrefix: boolean) => {
    const suffix = (isPrefix ? '*' : '') + parts
    return `'${text}'${suffix === '' ? '' : `:${suffix}`}`
  }
  if (isUnfinished) return [lexeme(spelling, spelling.length >= UNFINISHED_FROM)]
  if (kind === 'color' || kind === 'audience') return [lexeme(spelling, false)]
  if (kind === 'garment' && /^[a-z-]+$/.test(spelling)) {
    return [lexeme(spelling, false), lexeme(pluralOf(spelling), false)]
  }
  return [lexeme(spelling, spelling.length >= PREFIX_FROM)]
}
