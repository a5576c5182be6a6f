import { globSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { PAGE_WORDS } from '../../../src/lib/i18n/page-words.ts'
import { displayedTexts } from './displayed-texts.ts'

import.meta.glob('../../../src/lib/i18n/*/browser.js', { eager: true })

const displayed = displayedTexts()
const apiSource = globSync('api/**/*.ts')
  .map((path) => readFileSync(path, 'utf8'))
  .join()
/** Texts that stay in Latin letters. */
const UNTRANSLATED = ['en-IN', 'en-US', 'GSTIN', 'Original price', 'you@example.com']

describe.each([...PAGE_WORDS])('the language %s', (language, pageWords) => {
  const browserWords = globalThis.wordsByLanguage?.[language] ?? {}
  const words = { ...pageWords, ...browserWords }

  test('has every text of islands, scripts and lib for browsers', () => {
    expect([...displayed.browser].filter((sentence) => !Object.hasOwn(browserWords, sentence))).toEqual([])
  })

  test('has every text of pages and components on the server', () => {
    expect([...displayed.pages].filter((sentence) => !Object.hasOwn(words, sentence))).toEqual([])
  })

  test('has no text that neither the shop nor the reference store API displays', () => {
    expect(Object.keys(pageWords).filter((sentence) => !displayed.pages.has(sentence))).toEqual([])
    const others = Object.keys(browserWords).filter((sentence) => !displayed.browser.has(sentence))
    expect(others.filter((sentence) => !isInApi(sentence))).toEqual([])
  })

  test('keeps the placeholders of every text, and writes in its own letters', () => {
    const letters = new RegExp(`\\p{Script=${new Intl.Locale(language).maximize().script}}`, 'u')
    for (const [english, translated] of Object.entries(words)) {
      expect(placesOf(translated), english).toEqual(placesOf(english))
      if (!UNTRANSLATED.includes(english)) expect(translated).toMatch(letters)
    }
  })
})

test('texts are found in every kind of file', () => {
  expect([...displayed.pages]).toEqual(
    expect.arrayContaining(['Fashion Collection', 'All our {category} in one place.', 'No shop here']),
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

/** Single quotes hold it, or double ones where it has an apostrophe. */
function isInApi(sentence: string): boolean {
  return apiSource.includes(`'${sentence}'`) || apiSource.includes(`"${sentence}"`)
}

function placesOf(sentence: string): string[] {
  return (sentence.match(/{\w+}/g) ?? []).sort()
}
