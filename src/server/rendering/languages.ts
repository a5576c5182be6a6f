import { AsyncLocalStorage } from 'node:async_hooks'

import type { Language } from '@tanabana/contract/store-info.ts'
import { capitalize } from '@tanabana/contract/text.ts'
import type { Translations } from '@tanabana/contract/translations.ts'
import { PAGE_WORDS } from '../../lib/i18n/page-words.ts'
import type { Words } from '../../lib/i18n/translate.ts'

// Each file adds its words to `wordsByLanguage`.
import.meta.glob('../../lib/i18n/*/browser.js', { eager: true })

/** All of our words, by language. */
const WORDS = new Map(
  [...PAGE_WORDS].map(([language, pageWords]) => [
    language,
    withoutPrototype({ ...pageWords, ...globalThis.wordsByLanguage?.[language] }),
  ]),
)
const OWN_SENTENCES = new Set([...WORDS.values()].flatMap(Object.keys))
const words = new AsyncLocalStorage<Words>()

// The server renders pages of several languages at once, so the browser's global words are per render here.
Object.defineProperty(globalThis, 'pageWords', {
  configurable: true,
  get: () => words.getStore(),
  set: () => undefined,
})

type ShopTexts = Readonly<Record<string, string | undefined>>

/** By the translations as the shop has them, which are one object per version. */
const withoutOurs = new WeakMap<Translations, Translations>()

/**
 * Returns a shop's translations without those of our own sentences: they would replace ours on pages in English.
 * docs/requirements.md#1128-translations
 */
export function withoutOwnSentences(translations: Translations | undefined): Translations | undefined {
  if (!translations) return undefined
  const known = withoutOurs.get(translations)
  if (known) return known
  const texts = Object.entries(translations.texts).filter(([text]) => !OWN_SENTENCES.has(text))
  const filtered = { ...translations, texts: Object.fromEntries(texts) }
  withoutOurs.set(translations, filtered)
  return filtered
}

/**
 * Renders in a language, including the body: under `astro dev` components run while it is read. `shopTexts` are the shop's
 * translations, which replace none of ours.
 */
export async function renderIn(
  language: Language,
  render: () => Promise<Response>,
  shopTexts: ShopTexts = {},
): Promise<Response> {
  const all = wordsOf(language, shopTexts)
  if (!all) return render()
  return words.run(all, async () => {
    const response = await render()
    if (!import.meta.env.DEV) return response
    return new Response(response.body && (await response.arrayBuffer()), response)
  })
}

const wordsOfShops = new WeakMap<ShopTexts, Partial<Record<Language, Words>>>()

/** Our words with those of a shop, merged once per language and version of its texts; `undefined` without any. */
function wordsOf(language: Language, shopTexts: ShopTexts): Words | undefined {
  const own = WORDS.get(language)
  const known = wordsOfShops.get(shopTexts)
  if (known?.[language]) return known[language]
  if (Object.keys(shopTexts).length === 0) return own
  const merged = withoutPrototype({ ...Object.fromEntries(toWords(shopTexts)), ...own })
  wordsOfShops.set(shopTexts, { ...known, [language]: merged })
  return merged
}

function toWords(shopTexts: ShopTexts): [string, string][] {
  return Object.entries(shopTexts).flatMap(([text, translation]) =>
    translation === undefined
      ? []
      : [text, capitalize(text.toLowerCase())]
          .filter((one) => !OWN_SENTENCES.has(one))
          .map((one): [string, string] => [one, translation]),
  )
}

/** So that `constructor` and the like are no translations. */
function withoutPrototype(texts: Words): Words {
  return Object.assign(Object.create(null) as Words, texts)
}
