import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import '../../../src/lib/i18n/hi/browser.js'
import { hindiPages } from '../../../src/lib/i18n/hi/pages.ts'
import { displayedTexts } from './displayed-texts.ts'

const displayed = displayedTexts()
const browserWords = globalThis.hindiWords ?? {}
const hindi = { ...hindiPages, ...browserWords }
const apiSource = globSync('api/**/*.ts')
  .map((path) => readFileSync(path, 'utf8'))
  .join()

test('every text of islands, scripts and lib has a Hindi translation for browsers', () => {
  expect([...displayed.browser].filter((sentence) => !Object.hasOwn(browserWords, sentence))).toEqual([])
})

test('every text of pages and components has a Hindi translation on the server', () => {
  expect([...displayed.pages].filter((sentence) => !Object.hasOwn(hindi, sentence))).toEqual([])
})

test('Hindi has no text that neither the shop nor the reference store API displays', () => {
  expect(Object.keys(hindiPages).filter((sentence) => !displayed.pages.has(sentence))).toEqual([])
  const others = Object.keys(browserWords).filter((sentence) => !displayed.browser.has(sentence))
  expect(others.filter((sentence) => !isInApi(sentence))).toEqual([])
})

test('texts are found in every kind of file', () => {
  expect([...displayed.pages]).toEqual(
    expect.arrayContaining(['Fashion Collection', 'All our {category} in one place.']),
  )
  expect([...displayed.browser]).toEqual(
    expect.arrayContaining([
      'Choose',
      'Phone number must start with +91',
      'Subtotal ({count} item)',
      'Dismiss',
    ]),
  )
})

test('every Hindi text keeps its placeholders and is in Devanagari', () => {
  for (const [english, translated] of Object.entries(hindi)) {
    expect(placesOf(translated), english).toEqual(placesOf(english))
    if (!['en-US', 'GSTIN', 'Original price', 'you@example.com'].includes(english))
      expect(translated).toMatch(/\p{Script=Devanagari}/u)
  }
})

/** Single quotes hold it, or double ones where it has an apostrophe. */
function isInApi(sentence: string): boolean {
  return apiSource.includes(`'${sentence}'`) || apiSource.includes(`"${sentence}"`)
}

function placesOf(sentence: string): string[] {
  return (sentence.match(/{\w+}/g) ?? []).sort()
}
