import { toAsciiDigits } from '@tanabana/contract/digits.ts'
import type { ListingQuery } from '@tanabana/contract/listing-parameters.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'

type Found = Pick<ListingQuery, 'minPrice' | 'maxPrice' | 'sizes'>

/** A way to write a filter in a search; `read` returns nothing where the words mean something else. */
interface Wording {
  pattern: RegExp
  read: (groups: string[]) => Found | undefined
}

/** Two plain numbers are prices from here on; smaller ones may be sizes or ages. */
const RANGE_FROM = 100
const PRICE_MAX = 9_999_999
const CURRENCY = '(?:rs\\.?|inr|₹|rupees?|rupaye|rupye|rupay|रु\\.?|रुपये|रुपए|रूपये)'
const NUMBER = `(?:${CURRENCY}\\s*)?(\\d[\\d,]*(?:\\.\\d+)?\\s*(?:k|hazaa?r|हज़ार|हजार)?)(?:\\s*/-)?(?:\\s*${CURRENCY})?`
const UNDER = 'under|below|less than|cheaper than|not more than|upto|up to|within|max(?:imum)?|<'
const OVER = 'above|over|more than|starting (?:at|from)|at least|min(?:imum)?|>'
const UP_TO =
  'tak|(?:se|ke) (?:kam|sast[aie]|niche|neeche|under|andar|bheetar|bhitar)|तक|(?:से|के) (?:कम|सस्त[ाीे]|नीचे|अंदर|अन्दर|भीतर)|or less|and under|max'
const FROM =
  '(?:se|ke) (?:zyada|jyada|upar|oopar|shuru)|(?:से|के) (?:ज़्यादा|ज्यादा|अधिक|ऊपर|शुरू)|or more|and above|plus'
const LETTERS: Readonly<Record<string, string>> = {
  ...{ small: 's', medium: 'm', large: 'l', 'extra large': 'xl', 'x large': 'xl' },
  ...{ स्मॉल: 's', मीडियम: 'm', लार्ज: 'l', एक्सएल: 'xl', 'एक्स एल': 'xl', एस: 's', एम: 'm', एल: 'l' },
}
const LETTER = 'xxs|xs|s|m|l|xl|xxl|xxxl|2xl|3xl|4xl|5xl'
const SIZE = 'size|साइज़|साइज|number|no\\.?|नंबर'
const NAMED_SIZE = `(${LETTER}|\\d{1,3}|${Object.keys(LETTERS).join('|')})`

const readMax = ([price = '']: string[]) => priceOf(price, 'maxPrice')
const readMin = ([price = '']: string[]) => priceOf(price, 'minPrice')

/** The first that matches takes its words; ranges before single bounds. */
const WORDINGS: readonly Wording[] = [
  {
    pattern: words(
      `(?:between\\s+)?${NUMBER}\\s*(?:-|–|to|and|se|से|aur|और)\\s*${NUMBER}(?:\\s*(?:tak|ke bee?ch|तक|के बीच))?`,
    ),
    read: ([low = '', high = '']) => {
      const [minPrice, maxPrice] = [toRupees(low), toRupees(high)]
      const isRange = minPrice !== undefined && maxPrice !== undefined
      return isRange && minPrice >= RANGE_FROM && minPrice <= maxPrice ? { minPrice, maxPrice } : undefined
    },
  },
  { pattern: words(`(?:${UNDER})\\s*${NUMBER}`), read: readMax },
  { pattern: words(`${NUMBER}\\s*(?:${UP_TO})`), read: readMax },
  { pattern: words(`(?:${OVER})\\s*${NUMBER}`), read: readMin },
  { pattern: words(`${NUMBER}\\s*(?:${FROM})`), read: readMin },
  { pattern: words(`(?:size|साइज़|साइज)\\s+${NAMED_SIZE}`), read: readSize },
  { pattern: words(`${NAMED_SIZE}\\s+(?:${SIZE})`), read: readSize },
  // Letters that are no word of their own; "s", "m" and "l" only where the search ends.
  { pattern: words('(xxs|xs|xl|xxl|xxxl|2xl|3xl|4xl|5xl|एक्सएल|एक्स एल)'), read: readSize },
  { pattern: words('(?<=\\S\\s)([sml])$'), read: readSize },
]
/** Words that lead to or follow the filters, at the beginning and at the end of what is left. */
const LEADING = new Set('ka ke ki ko mein me in wala wali wale का के की को में वाला वाली वाले'.split(' '))
const TRAILING = new Set([...LEADING, 'for', 'of', 'and'])

/**
 * Returns the query with the prices and sizes of its search text as filters, which the shopper can remove; those of the
 * address come first. For stores with the capability `facets`. docs/requirements.md#115-search
 */
export function withSearchFilters(query: ListingQuery, capabilities: readonly Capability[]): ListingQuery {
  if (query.search === undefined || !capabilities.includes('facets')) return query
  const { text, found } = readFilters(query.search)
  const sizes =
    capabilities.includes('attribute-facets') && isLetters(found.sizes) ? 'clothingSizes' : 'sizes'
  return {
    ...query,
    search: text || undefined,
    minPrice: query.minPrice ?? found.minPrice,
    maxPrice: query.maxPrice ?? found.maxPrice,
    [sizes]: query[sizes] ?? found.sizes,
  }
}

/** Takes prices and sizes out of a search text in lower case. */
export function readFilters(search: string): { text: string; found: Found } {
  let text = toAsciiDigits(search)
  let found: Found = {}
  for (const { pattern, read } of WORDINGS) {
    const match = pattern.exec(text)
    const filter = match && read(match.slice(1))
    if (!match || !filter || Object.keys(filter).some((name) => name in found)) continue
    found = { ...found, ...filter }
    text = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
      .replace(/\s+/g, ' ')
      .trim()
  }
  const isFound = Object.keys(found).length > 0
  return { text: isFound ? withoutParticles(text) : search, found }
}

function withoutParticles(text: string): string {
  const words = text.split(' ')
  const first = words.findIndex((word) => !LEADING.has(word))
  const last = words.findLastIndex((word) => !TRAILING.has(word))
  return first === -1 ? '' : words.slice(first, last + 1).join(' ')
}

/** Matches whole words; `\b` knows Latin letters alone. */
function words(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}-])(?:${pattern})(?![\\p{L}\\p{M}\\p{N}-])`, 'u')
}

function priceOf(text: string, name: 'minPrice' | 'maxPrice'): Found | undefined {
  const price = toRupees(text)
  return price === undefined ? undefined : { [name]: price }
}

function toRupees(text: string): number | undefined {
  const thousands = /[kh]|ह/.test(text) ? 1000 : 1
  const price = Math.round(Number.parseFloat(text.replaceAll(',', '')) * thousands)
  return price > 0 && price <= PRICE_MAX ? price : undefined
}

function readSize([name = '']: string[]): Found {
  return { sizes: [LETTERS[name] ?? name] }
}

function isLetters(sizes: string[] = []): boolean {
  return sizes.some((size) => /[a-z]/.test(size))
}
