import * as z from 'zod/mini'

import { receivedMap, optionalText } from './received.ts'
import type { Language } from './store-info.ts'

const texts = z.catch(receivedMap(z.catch(optionalText, undefined)), {})

const translationsSchema = z.object({
  /** Texts of the shop, such as categories and highlights, by their text in the shop's first language. */
  texts,
  /** HTML by policy. */
  policies: texts,
})

/** Texts of a shop in one language, beyond the specification. docs/requirements.md#1128-translations */
export type Translations = z.output<typeof translationsSchema>

const perLanguage = z.catch(receivedMap(z.catch(z.optional(translationsSchema), undefined)), {})

const read = new WeakMap<object, z.output<typeof perLanguage>>()

/** Reads the `translations` of store info for a language, once per store info; `undefined` without any. */
export function readTranslations(received: unknown, language: Language): Translations | undefined {
  if (typeof received !== 'object' || received === null) return undefined
  const known = read.get(received) ?? perLanguage.parse(received)
  read.set(received, known)
  return known[language]
}
