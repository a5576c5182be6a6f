import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { toQuerySchema } from '../../api/modules/catalogue/listing-schema.ts'
import { oneLine } from '../../cli/commands/one-line.ts'
import { cleanText } from '../../api/tables/clean-text.ts'
import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import { escapeControlCharacters, hasControlCharacters } from '@tanabana/contract/text.ts'
import { safeReturnPath } from '../../src/lib/auth/return-path.ts'
import { parseListingQuery } from '../../src/lib/catalogue/listing-query.ts'
import { safeWebUrl } from '../../src/lib/payment/safe-url.ts'

const listing = (query: Record<string, string>) => parseListingQuery(new URLSearchParams(query))

describe.each([
  ['a tab', '\t'],
  ['a NUL', '\0'],
  ['a next line', '\u0085'],
  ['a line separator', '\u2028'],
  ['a mark from right to left', '\u200F'],
  ['an override of the direction', '\u202E'],
])('%s is a control character', (_, character) => {
  it('in the address after sign-in and in one that a payment opens', () => {
    expect(safeReturnPath(`/cart?a=1${character}2`)).toBe('/')
    expect(safeWebUrl(`https://bank.example/a${character}b`, { hostname: 'shop.example' })).toBeUndefined()
  })

  it('in a redirect and in the address of a listing, which leave it out', () => {
    expect(localRedirect(`/a${character}b`, 302).headers.get('location')).toBe('/ab')
    expect(listing({ category: `Sa${character}rees` }).category).toBe('sarees')
    expect(listing({ search: `blue${character}kurta` }).search).toBe('blue kurta')
  })

  it('in a call of the store API, where it matches no product', () => {
    expect(z.parse(toQuerySchema(), { size: [`x${character}l`] })).toMatchObject({ size: ['x\uFFFDl'] })
    expect(z.parse(toQuerySchema(), { search: `blue${character}kurta` })).toMatchObject({
      search: 'blue kurta',
    })
  })

  it('in options and imported texts of the command line', () => {
    expect(() => oneLine(40)(`UTR${character}1`)).toThrow('on one line')
    expect(cleanText(`Silk${character} saree`)).toBe('Silk saree')
    expect(escapeControlCharacters(character)).toMatch(/^\\u[\da-f]{4}$/)
  })
})

it.each(['क्‍ष', 'श्री‌मती', '👩‍🌾'])('the joiners of %s are none', (text) => {
  expect(hasControlCharacters(text)).toBe(false)
  expect(cleanText(text)).toBe(text)
  expect(oneLine(40)(text)).toBe(text)
  expect(listing({ search: text }).search).toBe(text)
})
