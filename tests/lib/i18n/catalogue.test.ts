import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import '../../../src/lib/i18n/hi/browser.js'
import { hindiPages } from '../../../src/lib/i18n/hi/pages.ts'
import { saidSentences } from './said-sentences.ts'

const said = saidSentences()
const browserWords = globalThis.hindiWords ?? {}
const hindi = { ...hindiPages, ...browserWords }
const apiSource = globSync('api/**/*.ts')
  .map((path) => readFileSync(path, 'utf8'))
  .join()

test('every sentence of islands, scripts and lib has its Hindi where browsers find it', () => {
  expect([...said.browser].filter((sentence) => !Object.hasOwn(browserWords, sentence))).toEqual([])
})

test('every sentence of pages and components has its Hindi on the server', () => {
  expect([...said.pages].filter((sentence) => !Object.hasOwn(hindi, sentence))).toEqual([])
})

test('Hindi has no sentence that neither the shop nor the reference store API says', () => {
  expect(Object.keys(hindiPages).filter((sentence) => !said.pages.has(sentence))).toEqual([])
  const others = Object.keys(browserWords).filter((sentence) => !said.browser.has(sentence))
  expect(others.filter((sentence) => !isInApi(sentence))).toEqual([])
})

test('the sentences are found in every kind of file', () => {
  expect([...said.pages]).toEqual(
    expect.arrayContaining(['Fashion Collection', 'All our {category} in one place.']),
  )
  expect([...said.browser]).toEqual(
    expect.arrayContaining([
      'Choose',
      'Phone number must start with +91',
      'Subtotal ({count} item)',
      'Dismiss',
    ]),
  )
})

test('every Hindi sentence keeps the places of its values, and is in Devanagari', () => {
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
