import { AsyncLocalStorage } from 'node:async_hooks'

import type { Language } from '../../lib/contract/store-info.ts'
import type { Translations } from '../../lib/contract/translations.ts'
import '../../lib/i18n/hi/browser.js'
import { hindiPages } from '../../lib/i18n/hi/pages.ts'
import type { Words } from '../../lib/i18n/translate.ts'

const HINDI = withoutPrototype({ ...hindiPages, ...globalThis.hindiWords })
const words = new AsyncLocalStorage<Words>()

// The server renders pages of several languages at once, so the browser's global words are per render here.
Object.defineProperty(globalThis, 'pageWords', {
  configurable: true,
  get: () => words.getStore(),
  set: () => undefined,
})

/**
 * Returns a shop's translations without those of our own sentences, which Hindi has all: they would replace ours on
 * pages in English. docs/requirements.md#1128-translations
 */
export function withoutOwnSentences(translations: Translations | undefined): Translations | undefined {
  if (!translations) return undefined
  const texts = Object.entries(translations.texts).filter(([text]) => !isOwnSentence(text))
  return { ...translations, texts: Object.fromEntries(texts) }
}

function isOwnSentence(text: string): boolean {
  return text in HINDI
}

/**
 * Renders in a language, including the body: components run while it is read. `shopTexts` are the shop's translations,
 * which replace none of ours.
 */
export async function renderIn(
  language: Language,
  render: () => Promise<Response>,
  shopTexts: Readonly<Record<string, string | undefined>> = {},
): Promise<Response> {
  const own = language === 'hi' ? HINDI : undefined
  const texts = Object.entries(shopTexts).flatMap(([text, translation]) =>
    translation === undefined
      ? []
      : [text, capitalized(text)]
          .filter((one) => !isOwnSentence(one))
          .map((one) => [one, translation] as const),
  )
  if (!own && texts.length === 0) return render()
  const all = texts.length === 0 && own ? own : withoutPrototype({ ...Object.fromEntries(texts), ...own })
  return words.run(all, async () => {
    const response = await render()
    return new Response(response.body && (await response.arrayBuffer()), response)
  })
}

/** A category as headings show it: addresses have it in lower case. */
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
}

/** So that `constructor` and the like are no translations. */
function withoutPrototype(texts: Words): Words {
  return Object.assign(Object.create(null) as Words, texts)
}
