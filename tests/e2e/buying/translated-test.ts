import type { Language } from '@tanabana/contract/store-info.ts'
import { EN } from '../../../api/messages/words/en.ts'
import { HI } from '../../../api/messages/words/hi.ts'
import '../../../src/lib/i18n/hi/browser.js'
import { test as base } from '../fixtures.ts'

/** Hindi by English sentence: of the e-mails and of the screen, which wins where both have a sentence. */
const HINDI: Record<string, string | undefined> = {
  ...Object.fromEntries(Object.entries(EN).map(([name, english]) => [english, HI[name as keyof typeof EN]])),
  ...globalThis.wordsByLanguage?.hi,
}

interface Translated {
  language: Language
  /**
   * The English sentence in the test's language. A `{place}` without a value stays.
   *
   * @throws {Error} the shop has no such sentence
   */
  say: (sentence: string, values?: Record<string, string>) => string
}

/** Tests in one language, which `test.use` chooses. */
export const test = base.extend<Translated>({
  language: ['en', { option: true }],
  say: async ({ language }, use) => {
    await use((sentence, values = {}) => {
      const hindi = HINDI[sentence]
      if (hindi === undefined) throw new Error(`The shop does not translate “${sentence}”.`)
      const text = language === 'hi' ? hindi : sentence
      return text.replace(/{(\w+)}/g, (place, name: string) => values[name] ?? place)
    })
  },
})
